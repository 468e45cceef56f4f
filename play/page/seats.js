/** The seats that this browser has taken and the name of its person, in its local storage. */

import { byId } from "./elements.js";

const KEY = "seats", MOST = 50;

/** Return all seats, the latest first. */
export function ownSeats() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

/**
 * Save a seat with its table, the game's title, the seat's number and its token, unless it is already saved.
 * If this browser opened the table, `invitations` holds the tokens of the other seats by their numbers.
 */
export function rememberSeat(seat) {
  if (ownSeats().some(({ token }) => token === seat.token)) return;
  localStorage.setItem(KEY, JSON.stringify([seat, ...ownSeats()].slice(0, MOST)));
}

/** Remove the seat with a token. */
export function forgetSeat(token) {
  localStorage.setItem(KEY, JSON.stringify(ownSeats().filter((seat) => seat.token !== token)));
}

/** The field in which a person enters a name. */
export class Naming {
  #send;

  /** @param send a function that sends a message to the server. */
  constructor(send) {
    this.#send = send;
    byId("naming").addEventListener("submit", (event) => {
      event.preventDefault();
      localStorage.setItem("name", byId("own-name").value.trim());
      this.#rename();
      byId("name-details").open = false;
    });
  }

  /** Give a guest the name that this browser knows, or ask for a name. */
  welcome() {
    byId("own-name").value = localStorage.getItem("name") ?? "";
    if (byId("own-name").value) this.#rename();
    else byId("name-details").open = true;
  }

  #rename() {
    this.#send({ type: "name", name: byId("own-name").value.trim() });
  }
}
