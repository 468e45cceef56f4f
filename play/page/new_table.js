/** The form for a new table: options, seats and seed. */

import { agentWords, byId, element, offer, sentence } from "./elements.js";
import { ownSeats } from "./seats.js";

export class NewTable {
  #game = null;
  #from = null;

  constructor() {
    byId("seats").addEventListener("change", () => this.#offerSeed());
  }

  get game() {
    return this.#game;
  }

  /** The values of the seats: "me", "person" or "agent NAME". */
  get seats() {
    return [...byId("seats").querySelectorAll("select")].map(({ value }) => value);
  }

  /** Show the form for a new table of a game. */
  show(game) {
    this.#from = null;
    this.#show(game, `New table: ${game.title}`);
  }

  /** Show the form for a table that continues a finished game after some of its decisions. */
  continue(game, { table, options, agents }, decision) {
    this.#from = { from: table, decision };
    const after = decision ? `after decision ${decision}` : "from the start";
    const own = ownSeats().find((seat) => seat.table === table)?.seat ?? agents.indexOf(null);
    const seats = agents.map((name, seat) => (name ? `agent ${name}` : seat === own ? "me" : "person"));
    this.#show(game, `Continue table ${table} ${after}`, options, seats);
  }

  /** Show the form in the window, with the `chosen` values of options and `seats`. */
  #show(game, title, chosen = {}, seats = []) {
    this.#game = game;
    byId("setup").hidden = false;
    byId("new-title").textContent = title;
    const choices = byId("options"), numbers = byId("numbers");
    choices.replaceChildren(choices.firstElementChild);
    numbers.replaceChildren();
    for (const option of game.options) {
      const isChoice = option.allowed || typeof option.default === "boolean";
      const line = element(isChoice ? choices : numbers, "p", { class: "field" });
      const id = `option-${option.name}`;
      element(line, "label", { for: id }, sentence(option.words));
      this.#field(line, option, id, chosen[option.name] ?? option.default);
      element(line, "small", { id: `${id}-help` }, option.meaning);
    }
    this.#showSeats(seats);
    byId("setup").scrollIntoView();
  }

  /** Return the request for the table that the form describes. */
  request() {
    const { name, options } = this.#game;
    if (this.#from) return this.#from;
    const seed = byId("seed").disabled ? "" : byId("seed").value.trim();
    return {
      game: name,
      options: Object.fromEntries(options.map((option) => [option.name, valueOf(option)])),
      seed: seed === "" ? null : seed,
    };
  }

  /** Return a message of the server with the labels of the form instead of the names of options. */
  inWords(message) {
    const options = this.#game?.options ?? [];
    return options.reduce((text, { name, words }) => text.replaceAll(name, words), message);
  }

  #field(line, { name, default: usual, allowed }, id, value) {
    const attributes = { id, name, "aria-describedby": `${id}-help`, disabled: this.#from !== null };
    if (allowed) {
      const select = element(line, "select", attributes);
      offer(select, allowed.map((choice) => [choice, String(choice)]), value);
      select.addEventListener("change", () => this.#showSeats(this.seats));
    } else if (typeof usual === "boolean") {
      element(line, "input", { ...attributes, type: "checkbox" }).checked = value;
    } else {
      element(line, "input", { ...attributes, inputmode: "numeric" }).value = value;
    }
  }

  /** Show a field for each seat, with its value in `chosen` if that is still on offer. */
  #showSeats(chosen) {
    const place = byId("seats");
    place.replaceChildren(place.firstElementChild);
    const rival = this.#game.agents.includes("trained") ? "trained" : "greedy";
    const offers = [
      ["me", "you"], ["person", "another person"],
      ...this.#game.agents.map((name) => [`agent ${name}`, agentWords(name)]),
    ];
    for (let seat = 0; seat < Number(byId("option-num_players").value); seat += 1) {
      const line = element(place, "p", { class: "field" });
      const id = `seat-${seat}`;
      element(line, "label", { for: id }, `Seat ${seat + 1}`);
      const usual = seat ? `agent ${rival}` : "me";
      const isOffered = offers.some(([value]) => value === chosen[seat]);
      offer(element(line, "select", { id }), offers, isOffered ? chosen[seat] : usual);
    }
    this.#offerSeed();
  }

  /** Allow a seed unless the game continues another one, or people could know the hands of others by it. */
  #offerSeed() {
    const people = this.seats.filter((seat) => !seat.startsWith("agent ")).length;
    byId("seed").disabled = this.#from !== null || people > 1;
  }
}

function valueOf({ name, default: usual }) {
  const field = byId(`option-${name}`);
  if (field.type === "checkbox") return field.checked;
  const text = field.value.trim();
  return typeof usual === "number" && text !== "" && !Number.isNaN(Number(text)) ? Number(text) : text;
}
