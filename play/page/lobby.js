/** The start page, which opens tables and lists all tables. */

import { button, byId, dark, element, sentence, showIcon } from "./elements.js";
import { GameCards } from "./game_cards.js";
import { showLinks } from "./invitation.js";
import { NewTable } from "./new_table.js";
import { forgetSeat, ownSeats, rememberSeat } from "./seats.js";

const EVERY_MS = 5000, WHILE_LOADING_MS = 1000;
// Tables opened with one click have this number of seats, and this agent takes all seats but one.
const SEATS = 3, RIVAL = "greedy";

class Lobby {
  #games = [];
  #cards;
  #form = new NewTable();
  #opening = null;
  #watching = false;

  async begin() {
    byId("name").value = localStorage.getItem("name") ?? "";
    byId("new").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#open(this.#form.game, this.#form.seats, this.#form.request());
    });
    this.#games = (await ask("/api/games")).games;
    this.#cards = new GameCards(this.#games, (game) => this.#playNow(game), (game) => this.#form.show(game));
    this.#watchLoading();
    await this.#list();
    const origin = new URLSearchParams(location.hash.slice(1));
    if (origin.has("from")) await this.#prepareContinuation(Number(origin.get("from")), Number(origin.get("decision")));
    setInterval(() => { if (!document.hidden) this.#list(); }, EVERY_MS);
  }

  /** Show what the server is loading until all games are loaded and no table is being opened. */
  async #watchLoading() {
    if (this.#watching) return;
    this.#watching = true;
    let waits = true;
    while (waits) {
      const { loading } = await ask("/api/games").catch(() => ({}));
      if (loading) this.#cards.show(loading, this.#opening);
      waits = this.#opening !== null || loading?.waiting.length !== 0;
      if (waits) await new Promise((resolve) => { setTimeout(resolve, WHILE_LOADING_MS); });
    }
    this.#watching = false;
  }

  // --- a new table ------------------------------------------------------------------------------

  #playNow(game) {
    const { allowed, default: usual } = game.options.find(({ name }) => name === "num_players");
    const number = allowed.includes(SEATS) ? SEATS : usual;
    const seats = Array.from({ length: number }, (_, seat) => (seat ? `agent ${RIVAL}` : "me"));
    this.#open(game, seats, { game: game.name, options: { num_players: number } });
  }

  /** Prepare a table that continues a finished game after some of its decisions. */
  async #prepareContinuation(table, decision) {
    const found = (await ask("/api/tables")).tables.find((other) => other.table === table);
    if (!found) return;
    this.#form.continue(this.#games.find(({ name }) => name === found.game), found, decision);
  }

  /** Open a table; `seats` are the values of the form, `request` holds the other fields. */
  async #open(game, seats, request) {
    const ownName = byId("name").value.trim();
    localStorage.setItem("name", ownName);
    byId("failure").textContent = "";
    byId("open").disabled = true;
    this.#opening = game.name;
    this.#watchLoading();
    try {
      const made = await ask("/api/tables", {
        ...request,
        seats: seats.map((seat) => (seat === "me" ? "person" : seat.replace(/^agent /, ""))),
        names: seats.map((seat) => (seat === "me" && ownName ? ownName : null)),
      });
      this.#opened(game, made, seats);
    } catch (error) {
      byId("failure").textContent = sentence(this.#form.inWords(error.message));
      byId("failure").scrollIntoView({ block: "nearest" });
    }
    this.#opening = null;
    byId("open").disabled = false;
  }

  #opened({ title }, { table, links }, seats) {
    const people = Object.keys(links), mine = people.find((seat) => seats[seat] === "me");
    if (!people.length) location.assign(`/table#watch-${table}`);
    else if (mine === undefined) this.#showLinks(table, people.map((seat) => links[seat]));
    else {
      const { [mine]: token, ...invitations } = links;
      rememberSeat({ table, title, seat: Number(mine), token, invitations });
      location.assign(`/table#${token}`);
    }
  }

  /** Show the links of a table at which only others play. */
  #showLinks(table, tokens) {
    byId("links").hidden = false;
    showLinks(byId("link-list"), tokens.map((token, at) => [`Guest ${at + 1}`, `/table#${token}`]))
      .then(() => this.#offerDeletion(byId("link-list"), table, tokens[0]));
    byId("links").scrollIntoView();
    this.#list();
  }

  // --- tables -----------------------------------------------------------------------------------

  /** Append a button that deletes a table after a confirmation; `token` opens a seat, if any. */
  #offerDeletion(item, table, token) {
    const made = button(item, "", async () => {
      if (!confirm(`Delete table ${table} for all its players?`)) return;
      byId("failure").textContent = "";
      await ask(`/api/tables/${table}`, { token }, "DELETE")
        .then(() => item.replaceChildren("deleted"))
        .catch(({ message }) => { byId("failure").textContent = sentence(message); });
      this.#list();
    });
    showIcon(made, "delete", "delete this table");
  }

  async #list() {
    let tables;
    try {
      ({ tables } = await ask("/api/tables"));
    } catch {
      return; // The server can't be reached; the next update may work.
    }
    const known = new Map(tables.map((table) => [table.table, table]));
    const seats = ownSeats().filter(({ table }) => known.has(table));
    const own = seats.map((seat) => [known.get(seat.table), seat]);
    const isWaiting = ({ over, touched, agents }) => !over && !touched && agents.includes(null);
    const isOwn = ({ table }) => seats.some((seat) => seat.table === table);
    const others = tables.filter((table) => !isWaiting(table) && !isOwn(table)).map((table) => [table, null]);
    for (const [name, rows] of Object.entries({ own, all: others })) {
      const list = element(document.createDocumentFragment(), "ul");
      rows.sort(([one], [other]) => one.over - other.over || other.moved - one.moved);
      for (const row of rows) this.#add(list, ...row);
      if (!rows.length) element(list, "li", { class: "hint" }, "none yet");
      // Equal rows stay, with the focus on their buttons.
      if (list.innerHTML !== byId(name).innerHTML) byId(name).replaceChildren(...list.children);
    }
  }

  /** Append a table to a list, with its board, its seats, its state and the time of its last decision. */
  #add(list, table, seat) {
    const { table: number, title, over, touched, rests, agents, moved } = table;
    const item = element(list, "li");
    const board = `/api/tables/${number}/board?dark=${dark.matches}&at=${table.decisions}`;
    element(item, "img", { src: board, alt: "", loading: "lazy", width: 120, height: 80 });
    const link = seat ? `/table#${seat.token}` : `/table#watch-${number}`;
    const words = element(item, rests && !seat ? "span" : "a", { href: rests && !seat ? null : link });
    element(words, "b", {}, title);
    table.players.forEach((name, at) => element(words, "span", { class: `player seat-${at}` }, name));
    const line = element(item, "p", { class: "hint" }, state(table, seat));
    element(line, "time", { title: new Date(1000 * moved).toLocaleString() }, `, ${ago(moved)}`);
    const buttons = element(item, "p");
    const isAlone = agents.filter((agent) => agent === null).length <= 1;
    if (seat) showIcon(button(buttons, "", () => { forgetSeat(seat.token); this.#list(); }), "close", "remove from this list");
    const mayDecide = seat && agents[seat.seat] === null;
    if (over || (mayDecide && (!touched || isAlone))) {
      if (seat || !agents.includes(null)) this.#offerDeletion(buttons, number, seat?.token ?? "");
    }
  }
}

/** Return whose turn it is at a table, or who has won, for the person at `seat` or for a spectator. */
function state({ over, rests, decisions, players, agents, deciding, ending }, seat) {
  const list = (names) => new Intl.ListFormat("en").format(names);
  if (over) {
    const winners = players.filter((_, at) => ending.ranks[at] === 1);
    const points = ending.points.map((score) => Math.round(100 * score) / 100).join(" : ");
    return `${list(winners)} ${winners.length > 1 ? "shared the win" : "won"}, ${points}`;
  }
  const soFar = `${decisions} decision${decisions === 1 ? "" : "s"} so far`;
  if (deciding.includes(seat?.seat) && agents[seat.seat] === null) return `your turn, ${soFar}`;
  return rests ? `paused until a player returns, ${soFar}` : `${list(deciding.map((at) => players[at]))} to decide, ${soFar}`;
}

/** Return how long ago a time in seconds since 1970 was, such as "5 minutes ago". */
function ago(seconds) {
  const passed = Date.now() / 1000 - seconds;
  const [unit, length] = Object.entries({ day: 86_400, hour: 3600, minute: 60 }).find(([, each]) => passed >= each) ?? [];
  return unit ? new Intl.RelativeTimeFormat("en").format(-Math.floor(passed / length), unit) : "just now";
}

/** Return the server's answer; throw an Error with its message if it refuses. */
async function ask(path, content, method = "POST") {
  const init = content === undefined ? {} : {
    method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(content),
  };
  const answer = await fetch(path, init).catch(() => {
    throw new Error("the server can't be reached");
  });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.error);
  return found;
}

new Lobby().begin();
