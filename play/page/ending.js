/** The result of a finished table in the list of tables, and the button that deletes the table. */

import { button } from "./elements.js";

/** Return who has won, the points, and when the game ended. */
export function describeEnding({ players, ending }) {
  if (!ending) return "finished";
  const winners = players.filter((_, seat) => ending.ranks[seat] === 1);
  const names = new Intl.ListFormat("en").format(winners);
  const points = ending.points.map((score) => Math.round(100 * score) / 100).join(" : ");
  const date = new Date(1000 * ending.ended).toLocaleString(
    undefined, { dateStyle: "medium", timeStyle: "short" },
  );
  return `${names} ${winners.length > 1 ? "shared the win" : "won"}, ${points}, ${date}`;
}

/**
 * Append a button that deletes a finished table after a confirmation.
 * @param token the token of a seat at the table; empty if only agents have played.
 * @param deleted a function that is called with an error, or null once the table is deleted.
 */
export function offerDeletion(item, { table }, token, deleted) {
  item.append(" ");
  button(item, "delete", async () => {
    if (!confirm(`Delete table ${table} for all its players?`)) return;
    const answer = await fetch(`/api/tables/${table}`, {
      method: "DELETE", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token }),
    });
    deleted(answer.ok ? null : (await answer.json()).error);
  });
}
