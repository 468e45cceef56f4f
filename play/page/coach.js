/** The coach: advice and inference for a seat, and the review of a finished game. */

import { button, byId, element, offer, percent, sentence } from "./elements.js";
import { drawCurves } from "./graph.js";

const MOST_ACTIONS = 8, MOST_COSTLY = 8;

const isNumber = (value) => typeof value === "number";

export class Coach {
  #send;
  #go;
  #seat = null;
  #news = null;

  /**
   * @param send a function that sends a message to the server.
   * @param go a function that shows the position after a number of decisions.
   */
  constructor(send, go) {
    this.#send = send;
    this.#go = go;
    byId("advise").addEventListener("click", () => {
      this.#wait({ type: "advice", agent: byId("coach-agent").value });
    });
    byId("infer").addEventListener("click", () => this.#wait({ type: "infer" }));
    byId("review").addEventListener("click", () => this.#wait({ type: "review" }));
  }

  /** Store the seat of the browser, and offer the agents that can give advice. */
  begin({ seat, agents }) {
    this.#seat = seat;
    offer(byId("coach-agent"), agents.map((name) => [name, name]), agents.at(-1));
  }

  /** Show and enable the questions that can be asked now; remove an outdated answer. */
  played(news) {
    if (this.#news && this.#news.decisions !== news.decisions && !news.over) this.#clear();
    this.#news = news;
    const decides = !news.over && news.deciding.includes(this.#seat);
    byId("coach").hidden = this.#seat === null && !news.over;
    byId("advise").disabled = byId("coach-agent").disabled = !decides;
    byId("infer").disabled = news.over || this.#seat === null;
    for (const name of ["advise", "infer"]) byId(name).hidden = news.over;
    byId("coach-agent").parentElement.hidden = news.over;
    byId("review").hidden = !news.over;
  }

  /** Show what an agent would do; `legal` holds the legal actions of the position. */
  advised({ agent, actions, unit, win_share: share, expected_outcome: outcome }, legal) {
    const place = this.#clear();
    element(place, "p", {}, isNumber(share) ? `${agent} estimates your chance of winning at ${percent(share)}.`
      : isNumber(outcome) ? `${agent} expects an outcome of ${outcome.toFixed(2)} on a scale from −1 to 1.`
        : `${agent} does not estimate the outcome of the game.`);
    element(place, "p", { class: "hint" }, "Knowing only what you know, it would play:");
    const words = new Map(legal.map((action) => [action.number, action.words]));
    const list = element(place, "ol", { class: "thoughts" });
    for (const { number, name, probability, worth, simulations } of actions.slice(0, MOST_ACTIONS)) {
      const item = element(list, "li");
      element(item, "span", {}, words.get(number) ?? name);
      element(item, "meter", { min: 0, max: 1, value: probability ?? 0, "aria-hidden": "true" });
      element(item, "b", {}, percent(probability ?? 0));
      const more = [
        isNumber(worth) ? `${unit || "worth"} ${worth.toFixed(2)}` : "",
        simulations ? `${simulations} simulations` : "",
      ].filter(Boolean);
      element(item, "small", {}, more.join(", "));
    }
    if (actions.length > MOST_ACTIONS) {
      element(place, "p", { class: "hint" }, `and ${actions.length - MOST_ACTIONS} more actions`);
    }
  }

  /** Show the mean numbers of hidden cards by place. */
  inferred({ places }) {
    const place = this.#clear();
    element(place, "p", {}, !Object.keys(places).length ? "No cards are hidden from you."
      : "Expected number of each hidden card, averaged over random deals that agree with what you know:");
    for (const [where, cards] of Object.entries(places)) {
      const details = element(place, "details", { open: Object.keys(places).length < 4 });
      element(details, "summary", {}, where);
      const list = element(details, "ul", { class: "cards" });
      const most = Math.max(...Object.values(cards));
      for (const [card, count] of Object.entries(cards).sort((a, b) => b[1] - a[1])) {
        const item = element(list, "li");
        element(item, "span", {}, card);
        element(item, "meter", { min: 0, max: most || 1, value: count });
        element(item, "b", {}, count.toFixed(2));
      }
    }
  }

  /** Show the chances of winning over time, and the decisions that cost the most. */
  reviewed({ decisions }, players) {
    const place = this.#clear();
    element(place, "p", {}, "Chances of winning, estimated by search from what each player knew:");
    const curves = players.map((_, seat) => decisions
      .filter((made) => made.seat === seat && made.share !== null)
      .map(({ decision, share }) => [decision, share]));
    drawCurves(place, "chances of winning", curves, this.#news.decisions, this.#go);
    const costly = decisions.filter(({ cost }) => cost > 0).sort((a, b) => b.cost - a.cost);
    const list = element(place, "ol", { class: "costly" });
    for (const { decision, seat, action, best, cost } of costly.slice(0, MOST_COSTLY)) {
      const item = element(list, "li");
      const words = `decision ${decision + 1}, ${players[seat].name}: ${action}`;
      button(item, words, () => this.#go(decision));
      const loss = `${(100 * cost).toFixed(1)} percentage points`;
      element(item, "span", {}, ` lowered the chance of winning by ${loss}; better: ${best}`);
    }
    if (!costly.length) element(place, "p", {}, "The search found no decision that lowered the chance of winning.");
  }

  /** Show why a question is not answered. */
  refused(reason) {
    element(this.#clear(), "p", { class: "failure" }, sentence(reason));
  }

  #wait(message) {
    const place = this.#clear();
    element(place, "p", { class: "hint" }, this.#send(message) ? "Thinking …" : "Not connected.");
  }

  #clear() {
    const place = byId("coach-answer");
    place.replaceChildren();
    return place;
  }
}
