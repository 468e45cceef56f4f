/** A finished game: the panel of its result, with a rematch, and controls that replay it. */

import { button, byId, element, sentence } from "./elements.js";
import { drawCurves } from "./graph.js";
import { describeLead, describeMargin } from "./victory.js";

export class Finished {
  #send;
  #go;
  #curves = null;
  #mark = () => {};
  // The last frame, once it has been shown.
  #last = null;
  #asked = false;

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
    byId("see-result").addEventListener("click", () => {
      byId("result").scrollIntoView();
      byId("result").focus({ preventScroll: true });
    });
  }

  /** Show why there is no rematch. */
  refused(reason) {
    byId("rematch").disabled = false;
    byId("why").textContent = sentence(reason);
  }

  /** Store the frame that is shown if it is the last one of the game. */
  shown(frame) {
    if (frame.over) this.#last = frame;
  }

  /**
   * Show the panel and these controls once the last frame has been shown. Ask for the curves then, and again if
   * `changed`, because answers to earlier questions are outdated or were lost with the connection.
   */
  played(welcome, { over, rematch }, changed = false) {
    const ended = over && this.#last !== null;
    byId("players-title").textContent = ended ? "Result" : "Players";
    for (const name of ["after", "see-result", "continue", "play", "scoring"]) byId(name).hidden = !ended;
    byId("rematch").hidden = welcome.seat === null;
    byId("rematch").textContent = rematch === null ? "Rematch with rotated seats" : "Join the rematch";
    byId("watch-rematch").hidden = welcome.seat !== null || rematch === null;
    byId("watch-rematch").href = `/table#watch-${rematch}`;
    byId("record").href = `/api/tables/${welcome.table}/record`;
    if (changed) byId("rematch").disabled = false;
    if (ended && (changed || !this.#asked)) this.#asked = this.#send({ type: "curves" });
  }

  /** Show what decided the game, and draw the points of all players after each decision. */
  received(curves, welcome) {
    this.#curves = curves;
    const { points, decided, event } = curves, all = points.flat(), { players } = welcome;
    const place = byId("decided"), { ranks } = this.#last;
    place.replaceChildren();
    if (ranks.some((rank) => rank > 1)) {
      element(place, "p", {}, describeLead(welcome, ranks, decided, points.length - 1));
      if (decided) button(place, sentence(event), () => this.#go(decided));
      element(place, "p", {}, describeMargin(welcome, this.#last));
    }
    const low = Math.min(0, ...all), high = Math.max(low + 1, ...all);
    const words = (value) => String(Math.round(10 * value) / 10);
    const exact = (value) => ({ low: value, mean: value, high: value });
    const lines = players.map((_, seat) => points.map((scores, decision) => [decision, exact(scores[seat])]));
    byId("curves").replaceChildren();
    this.#mark = drawCurves(
      byId("curves"), "points if the game ended now, by player and decision",
      players.map(({ name }) => name), lines, points.length - 1, this.#go,
      { low, high, words, value: ({ mean }) => words(mean) },
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
