/** The seats that this browser has taken, in its local storage. */

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
