/** The games on the start page: a card for each game, with one click to play. */

import { button, byId, dark, element } from "./elements.js";

// A game that takes longer than this to load is being compiled, which is necessary only once on
// each computer.
const LOADING_SECONDS = 10;

export class GameCards {
  #cards = new Map();

  /**
   * @param games the games as the server describes them.
   * @param play a function that is called with the game to play now.
   * @param choose a function that is called with the game whose options are wanted.
   */
  constructor(games, play, choose) {
    for (const game of games) this.#add(game, play, choose);
  }

  #add(game, play, choose) {
    const { name, title, summary, rules } = game;
    const picture = dark.matches ? game.dark_picture : game.picture;
    const card = element(byId("games"), "li", { class: "game", id: `game-${name}` });
    if (picture) element(card, "img", { src: picture, alt: `a game of ${title}`, width: 1200, height: 800 });
    element(card, "h2", {}, title);
    element(card, "p", {}, summary);
    element(card, "p", { class: "hint" }, facts(game));
    const status = element(card, "p", { class: "status", role: "status" });
    const line = element(card, "p", { class: "buttons" });
    const now = button(line, "Play now", () => play(game), {
      class: "strong play", title: "you against two agents of medium strength",
    });
    button(line, "Options", () => choose(game), { class: "choose" });
    if (picture) element(line, "a", { href: rules, target: "_blank", rel: "noopener" }, "How to play");
    this.#cards.set(name, { title, status, now });
  }

  /**
   * Show what the server is loading.
   * @param loading the games that wait, the current game, and the seconds since its loading began.
   * @param opening the name of the game whose table is being opened, or null.
   */
  show({ waiting, current, seconds }, opening) {
    for (const [name, { status, now }] of this.#cards) {
      now.disabled = opening !== null;
      const words = [];
      if (name === opening) words.push("Opening the table …");
      if (waiting.includes(name)) {
        words.push(name === current ? progress(seconds) : `Will be loaded after ${this.#cards.get(current)?.title}.`);
      }
      if (status.textContent !== words.join(" ")) status.textContent = words.join(" ");
    }
  }
}

function facts({ options, decisions }) {
  const { allowed } = options.find(({ name }) => name === "num_players");
  const players = `${allowed[0]} to ${allowed.at(-1)} players`;
  return decisions ? `${players}; each makes about ${decisions} decisions` : players;
}

function progress(seconds) {
  if (seconds < LOADING_SECONDS) return "Loading the game …";
  return `Compiling the game (${seconds} s so far). This takes about a minute, only once on each computer.`;
}
