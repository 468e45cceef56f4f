/** The start page, which opens tables and lists all tables. */

import { button, byId, element, offer, sentence } from "./elements.js";
import { describeEnding, offerDeletion } from "./ending.js";
import { showLinks } from "./invitation.js";
import { forgetSeat, ownSeats, rememberSeat } from "./seats.js";

const EVERY_MS = 5000;

class Lobby {
  #games = [];
  #game = null;
  #from = null;

  async begin() {
    byId("name").value = localStorage.getItem("name") ?? "";
    byId("new").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#open();
    });
    this.#games = (await ask("/api/games")).games;
    this.#showGames();
    const origin = new URLSearchParams(location.hash.slice(1));
    if (origin.has("from")) await this.#prepareContinuation(Number(origin.get("from")), Number(origin.get("decision")));
    await this.#list();
    setInterval(() => { if (!document.hidden) this.#list(); }, EVERY_MS);
  }

  // --- a new table ------------------------------------------------------------------------------

  #showGames() {
    const place = byId("games");
    this.#games.forEach((game, at) => {
      const label = element(place, "label", { class: "game" });
      const radio = element(label, "input", { type: "radio", name: "game", value: game.name });
      radio.checked = at === 0;
      radio.addEventListener("change", () => this.#choose(game));
      element(label, "span", {}, game.title);
    });
    this.#choose(this.#games[0]);
  }

  #choose(game, chosen = {}) {
    this.#game = game;
    const place = byId("options");
    place.replaceChildren(place.firstElementChild);
    for (const option of game.options) {
      const line = element(place, "p", { class: "field" });
      const id = `option-${option.name}`;
      const words = option.name === "num_players" ? "players" : option.name.replaceAll("_", " ");
      element(line, "label", { for: id }, sentence(words));
      this.#field(line, option, id, chosen[option.name] ?? option.default);
      element(line, "small", { id: `${id}-help` }, option.meaning);
    }
    this.#showSeats();
  }

  #field(line, { name, default: usual, allowed }, id, value) {
    const attributes = { id, name, "aria-describedby": `${id}-help`, disabled: this.#from !== null };
    if (allowed) {
      const select = element(line, "select", attributes);
      offer(select, allowed.map((choice) => [choice, String(choice)]), value);
      select.addEventListener("change", () => this.#showSeats());
    } else if (typeof usual === "boolean") {
      element(line, "input", { ...attributes, type: "checkbox" }).checked = value;
    } else {
      element(line, "input", { ...attributes, inputmode: "numeric" }).value = value;
    }
  }

  #showSeats(seats = []) {
    const place = byId("seats");
    place.replaceChildren(place.firstElementChild);
    const rival = this.#game.agents.includes("trained") ? "trained" : "greedy";
    const offers = [
      ["me", "you"], ["person", "another person"],
      ...this.#game.agents.map((name) => [`agent ${name}`, name]),
    ];
    for (let seat = 0; seat < Number(byId("option-num_players").value); seat += 1) {
      const line = element(place, "p", { class: "field" });
      const id = `seat-${seat}`;
      element(line, "label", { for: id }, `Seat ${seat}`);
      offer(element(line, "select", { id }), offers, seats[seat] ?? (seat ? `agent ${rival}` : "me"));
    }
  }

  /** Prepare a table that continues a finished game after some of its decisions. */
  async #prepareContinuation(table, decision) {
    const found = (await ask("/api/tables")).tables.find((other) => other.table === table);
    if (!found) return;
    this.#from = { from: table, decision };
    const game = this.#games.find(({ name }) => name === found.game);
    for (const radio of document.getElementsByName("game")) {
      radio.checked = radio.value === game.name;
      radio.disabled = true;
    }
    this.#choose(game, found.options);
    byId("seed").disabled = true;
    byId("new-title").textContent = `Continue table ${table} ${decision ? `after decision ${decision}` : "from the start"}`;
  }

  #request() {
    const { name, options } = this.#game;
    const seats = [...byId("seats").querySelectorAll("select")].map(({ value }) => value);
    const ownName = byId("name").value.trim();
    const request = {
      seats: seats.map((seat) => (seat === "me" ? "person" : seat.replace(/^agent /, ""))),
      names: seats.map((seat) => (seat === "me" && ownName ? ownName : null)),
    };
    if (this.#from) return { ...request, ...this.#from };
    const seed = byId("seed").value.trim();
    return {
      ...request, game: name,
      options: Object.fromEntries(options.map((option) => [option.name, valueOf(option)])),
      seed: seed === "" ? null : seed,
    };
  }

  async #open() {
    byId("failure").textContent = "";
    byId("open").disabled = true;
    localStorage.setItem("name", byId("name").value.trim());
    const seats = [...byId("seats").querySelectorAll("select")].map(({ value }) => value);
    try {
      const made = await ask("/api/tables", this.#request());
      this.#opened(made, seats);
    } catch (error) {
      byId("failure").textContent = sentence(error.message);
    }
    byId("open").disabled = false;
  }

  #opened({ table, links }, seats) {
    const title = this.#game.title;
    const people = Object.keys(links), mine = people.find((seat) => seats[seat] === "me");
    if (!people.length) location.assign(`/table#watch-${table}`);
    else if (mine === undefined) this.#showLinks(people.map((seat) => links[seat]));
    else {
      const { [mine]: token, ...invitations } = links;
      rememberSeat({ table, title, seat: Number(mine), token, invitations });
      location.assign(`/table#${token}`);
    }
  }

  /** Show the links of a table at which only others play. */
  #showLinks(tokens) {
    byId("links").hidden = false;
    showLinks(byId("link-list"), tokens.map((token, at) => [`Guest ${at + 1}`, `/table#${token}`]));
    byId("links").scrollIntoView();
    this.#list();
  }

  // --- tables -----------------------------------------------------------------------------------

  #deleted(error) {
    byId("failure").textContent = error ? sentence(error) : "";
    this.#list();
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
      if (table.over) offerDeletion(item, table, seat.token, (error) => this.#deleted(error));
    }
    if (!own.childElementCount) element(own, "li", { class: "hint" }, "none yet");
    const all = byId("all");
    all.replaceChildren();
    for (const table of tables) {
      const item = element(all, "li");
      const words = `${table.table}. ${table.title}: ${table.players.join(", ")}`;
      if (table.watchable) element(item, "a", { href: `/table#watch-${table.table}` }, words);
      else element(item, "span", {}, words);
      element(item, "span", { class: "hint" }, ` ${state(table)} `);
      if (table.over && !table.people) offerDeletion(item, table, "", (error) => this.#deleted(error));
    }
    if (!tables.length) element(all, "li", { class: "hint" }, "none yet");
  }
}

function state(table) {
  const { over, rests, decisions } = table;
  if (over) return describeEnding(table);
  const soFar = `${decisions} decision${decisions === 1 ? "" : "s"} so far`;
  return rests ? `${soFar}, paused until a player returns` : soFar;
}

function valueOf({ name, default: usual }) {
  const field = byId(`option-${name}`);
  if (field.type === "checkbox") return field.checked;
  const text = field.value.trim();
  return typeof usual === "number" && text !== "" && !Number.isNaN(Number(text)) ? Number(text) : text;
}

/** Return the server's answer; throw an Error with its message if it refuses. */
async function ask(path, content) {
  const init = content === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(content),
  };
  const answer = await fetch(path, init).catch(() => {
    throw new Error("the server can't be reached");
  });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.error);
  return found;
}

new Lobby().begin();
