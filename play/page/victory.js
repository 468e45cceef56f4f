/** The result of a finished game, and a shower of confetti when it ends. */

import { element, sentence, still } from "./elements.js";

// Number of pieces of confetti, milliseconds that they fly, and the largest delay between two.
const PIECES = 60, FALL_MS = 1500, SPREAD_MS = 300;

/** Return a phrase about the winners, such as "you win with 78 points". */
export function describeResult({ players, seat }, { ranks, points }) {
  const winners = winnersOf(ranks);
  if (winners.length === players.length) return "the game ends in a draw";
  const does = winners.length > 1 ? "share the win" : winners[0] === seat ? "win" : "wins";
  const score = Math.round(100 * points[winners[0]]) / 100;
  return `${listed({ players, seat }, winners)} ${does} with ${score} ${score === 1 ? "point" : "points"}`;
}

/** Return a phrase about the decision that gave the winners their lead, of a game with `decisions` decisions. */
export function describeLead(welcome, ranks, decision, decisions) {
  const names = sentence(listed(welcome, winnersOf(ranks)));
  return decision ? `${names} took the lead for good with decision ${decision} of ${decisions}:` : `${names} led from the beginning.`;
}

/** Return a sentence that compares the winner's points with those of the second, or "" if several seats share the win. */
export function describeMargin({ players, seat }, { ranks, points, sheet }) {
  const [winner, ...others] = winnersOf(ranks);
  if (others.length) return "";
  const [second] = [...ranks.keys()].filter((at) => ranks[at] === 2).sort((one, other) => points[other] - points[one]);
  const signed = (lead) => `${lead < 0 ? "−" : "+"}${Math.round(100 * Math.abs(lead)) / 100}`;
  const { total, ...leads } = Object.fromEntries(Object.entries(sheet).map(([name, scores]) => [name, scores[winner] - scores[second]]));
  const sorted = Object.entries(leads).filter(([, lead]) => lead).sort((one, other) => Math.abs(other[1]) - Math.abs(one[1]));
  const margin = total ? `${signed(total)} ${total === 1 ? "point" : "points"} compared with` : "As many points as";
  const parts = sorted.map(([name, lead]) => `${name} ${signed(lead)}`).join(", ") || "the same in every category";
  return `${margin} ${second === seat ? "you" : players[second].name}: ${parts}.`;
}

/** Let confetti in the colours of the winners fall from the top of the window after `delay` ms. */
export function celebrate({ ranks }, delay) {
  const winners = winnersOf(ranks);
  if (still.matches || winners.length === ranks.length) return;
  const place = element(document.body, "div", { class: "confetti", "aria-hidden": "true" });
  const falls = Array.from({ length: PIECES }, (_, number) => {
    const piece = element(place, "i", { class: `seat-${winners[number % winners.length]}` });
    const left = Math.random() * innerWidth, turn = 360 * (1 + 2 * Math.random());
    const drift = left + (Math.random() - 0.5) * 0.3 * innerWidth;
    return piece.animate([
      { transform: `translate(${left}px, -20px)`, opacity: 1 },
      { opacity: 1, offset: 0.7 },
      { transform: `translate(${drift}px, ${innerHeight}px) rotate(${turn}deg)`, opacity: 0 },
    ], { duration: FALL_MS, delay: delay + Math.random() * SPREAD_MS, easing: "cubic-bezier(.3, .2, .7, 1)", fill: "both" });
  });
  Promise.allSettled(falls.map(({ finished }) => finished)).then(() => place.remove());
}

const listed = ({ players, seat }, seats) => (
  new Intl.ListFormat("en").format(seats.map((at) => (at === seat ? "you" : players[at].name)))
);

const winnersOf = (ranks) => [...ranks.keys()].filter((seat) => ranks[seat] === 1);
