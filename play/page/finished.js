/** Controls for a finished game: replaying it, going to its scorings, a rematch. */

import { byId, sentence } from "./elements.js";
import { drawCurves } from "./graph.js";

export class Finished {
  #send;
  #go;
  #curves = null;
  #mark = () => {};
  #over = false;

  /**
   * @param send a function that sends a message to the server.
   * @param go a function that shows the position after a number of decisions.
   */
  constructor(send, go) {
    this.#send = send;
    this.#go = go;
    byId("rematch").addEventListener("click", () => {
      byId("rematch").disabled = this.#send({ type: "rematch" });
    });
  }

  /** Show why there is no rematch. */
  refused(reason) {
    byId("rematch").disabled = false;
    byId("why").textContent = sentence(reason);
  }

  /**
   * Show or hide these controls. Ask for the curves when the game ends, and again if `changed`,
   * because answers to earlier questions are outdated or were lost with the connection.
   */
  played(welcome, { over, rematch }, changed) {
    for (const name of ["next", "after", "play", "scoring"]) byId(name).hidden = !over;
    byId("rematch").hidden = !over || welcome.seat === null;
    byId("rematch").textContent = rematch === null ? "Rematch with rotated seats" : "Join the rematch";
    byId("watch-rematch").hidden = welcome.seat !== null || rematch === null;
    byId("watch-rematch").href = `/table#watch-${rematch}`;
    byId("record").href = `/api/tables/${welcome.table}/record`;
    if (changed) byId("rematch").disabled = false;
    if (over && (changed || !this.#over)) this.#send({ type: "curves" });
    this.#over = over;
  }

  /** Draw the points of `players` after each decision. */
  received(curves, players) {
    this.#curves = curves;
    const { points } = curves, all = points.flat();
    const low = Math.min(0, ...all), high = Math.max(low + 1, ...all);
    const exact = (value) => ({ low: value, mean: value, high: value });
    const lines = players.map((_, seat) => points.map((scores, decision) => [decision, exact(scores[seat])]));
    byId("curves").replaceChildren();
    this.#mark = drawCurves(
      byId("curves"), "points if the game ended now, by player and decision",
      players.map(({ name }) => name), lines, points.length - 1, this.#go,
      { low, high, words: (value) => String(Math.round(10 * value) / 10) },
    );
  }

  /** Mark the position that is shown. */
  mark(decision) {
    this.#mark(decision);
  }

  /** Show the position after the next scoring, or the last position. */
  goToScoring(at) {
    const next = this.#curves?.scorings.findIndex((scores, decision) => scores && decision >= at) ?? -1;
    this.#go(next < 0 ? Infinity : next + 1);
  }
}
