/** The start page, which opens tables and lists all tables. */

import { button, byId, element, sentence } from "./elements.js";
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
    item.append(" ");
    button(item, "delete", async () => {
      if (!confirm(`Delete table ${table} for all its players?`)) return;
      byId("failure").textContent = "";
      await ask(`/api/tables/${table}`, { token }, "DELETE")
        .then(() => item.replaceChildren("deleted"))
        .catch(({ message }) => { byId("failure").textContent = sentence(message); });
      this.#list();
    });
  }

  async #list() {
    let tables;
    try {
      ({ tables } = await ask("/api/tables"));
    } catch {
      return; // The server can't be reached; the next update may work.
    }
    const known = new Map(tables.map((table) => [table.table, table]));
    const own = byId("own");
    own.replaceChildren();
    for (const seat of ownSeats()) {
      const table = known.get(seat.table);
      if (!table) continue;
      const item = element(own, "li");
      element(item, "a", { href: `/table#${seat.token}` }, `${seat.title}: ${table.players.join(", ")}`);
      element(item, "span", { class: "hint" }, ` ${state(table)} `);
      button(item, "remove from this list", () => { forgetSeat(seat.token); this.#list(); });
      const isAlone = table.agents.filter((agent) => agent === null).length === 1;
      if (table.over || !table.touched || isAlone) this.#offerDeletion(item, table.table, seat.token);
    }
    if (!own.childElementCount) element(own, "li", { class: "hint" }, "none yet");
    const all = byId("all");
    all.replaceChildren();
    const isWaiting = ({ over, touched, agents }) => !over && !touched && agents.includes(null);
    for (const table of tables.filter((other) => !isWaiting(other))) {
      const item = element(all, "li");
      const words = `${table.table}. ${table.title}: ${table.players.join(", ")}`;
      if (table.rests) element(item, "span", {}, words);
      else element(item, "a", { href: `/table#watch-${table.table}` }, words);
      element(item, "span", { class: "hint" }, ` ${state(table)} `);
      if (table.over && !table.agents.includes(null)) this.#offerDeletion(item, table.table, "");
    }
    if (!all.childElementCount) element(all, "li", { class: "hint" }, "none yet");
  }
}

function state(table) {
  const { over, rests, decisions } = table;
  if (over) return describeEnding(table);
  const soFar = `${decisions} decision${decisions === 1 ? "" : "s"} so far`;
  return rests ? `${soFar}, paused until a player returns` : soFar;
}

/** Return who has won, the points, and when the game ended. */
function describeEnding({ players, ending }) {
  const winners = players.filter((_, seat) => ending.ranks[seat] === 1);
  const names = new Intl.ListFormat("en").format(winners);
  const points = ending.points.map((score) => Math.round(100 * score) / 100).join(" : ");
  const date = new Date(1000 * ending.ended).toLocaleString(
    undefined, { dateStyle: "medium", timeStyle: "short" },
  );
  return `${names} ${winners.length > 1 ? "shared the win" : "won"}, ${points}, ${date}`;
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
