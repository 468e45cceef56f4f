/** The seats that this browser has taken. */

const KEY = "seats", MOST = 50;

/** What is known of them, the latest first. */
export function ownSeats() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

/** Keep a seat: its table, the title of the game, its number and token. */
export function rememberSeat(seat) {
  localStorage.setItem(KEY, JSON.stringify([seat, ...ownSeats()].slice(0, MOST)));
}

/** Forget the seat with a token. */
export function forgetSeat(token) {
  localStorage.setItem(KEY, JSON.stringify(ownSeats().filter((seat) => seat.token !== token)));
}
