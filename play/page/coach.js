/** Advice from what a seat knows, what it can infer, and the review of a game that is over. */

import { button, byId, element, offer, percent } from "./elements.js";
import { drawCurves } from "./graph.js";

const MOST_ACTIONS = 8, MOST_COSTLY = 8;

const isNumber = (value) => typeof value === "number";

export class Coach {
  #send;
  #go;
  #seat = null;
  #news = null;

  /**
   * @param send sends a message to the server.
   * @param go called with the decision that is to be shown.
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

  /** A table has been entered. */
  begin({ seat, agents }) {
    this.#seat = seat;
    offer(byId("coach-agent"), agents.map((name) => [name, name]), agents.at(-1));
  }

  /** What can be asked now. */
  played(news) {
    if (this.#news && this.#news.decisions !== news.decisions && !news.over) this.#clear();
    this.#news = news;
    const asked = !news.over && news.asked.includes(this.#seat);
    byId("coach").hidden = this.#seat === null && !news.over;
    byId("advise").disabled = byId("coach-agent").disabled = !asked;
    byId("infer").disabled = news.over || this.#seat === null;
    for (const name of ["advise", "infer"]) byId(name).hidden = news.over;
    byId("coach-agent").parentElement.hidden = news.over;
    byId("review").hidden = !news.over;
  }

  /** What an agent would do; `legal` are the actions that are asked for. */
  advised({ agent, actions, unit, win_share: share, expected_outcome: outcome }, legal) {
    const place = this.#clear();
    element(place, "p", {}, isNumber(share) ? `${agent} expects a win share of ${percent(share)}.`
      : isNumber(outcome) ? `${agent} expects an outcome of ${outcome.toFixed(2)}, from −1 to 1.`
        : `${agent} says nothing of the end.`);
    element(place, "p", { class: "hint" }, "From what your seat knows, it would");
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
      element(place, "p", { class: "hint" }, `and ${actions.length - MOST_ACTIONS} others`);
    }
  }

  /** How many cards are where, on average. */
  inferred({ places }) {
    const place = this.#clear();
    element(place, "p", {}, "Cards that your seat can't see, on average over deals that agree with "
      + "what it knows:");
    if (!Object.keys(places).length) element(place, "p", {}, "nothing is hidden from your seat.");
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

  /** Which decisions cost most, and how chances to win went. */
  reviewed({ decisions, curve }, players) {
    const place = this.#clear();
    element(place, "p", {}, "Chances to win, by search on deals that agree with what each seat knew:");
    const curves = players.map((_, seat) => curve
      .filter((point) => point.shares[seat] !== null)
      .map((point) => [point.decision, point.shares[seat]]));
    drawCurves(place, "chances to win", curves, this.#news.decisions, this.#go);
    const costly = decisions.filter(({ cost }) => cost > 0).sort((a, b) => b.cost - a.cost);
    const list = element(place, "ol", { class: "costly" });
    for (const { decision, seat, action, best, cost } of costly.slice(0, MOST_COSTLY)) {
      const item = element(list, "li");
      const words = `decision ${decision + 1}, ${players[seat].name}: ${action}`;
      button(item, words, () => this.#go(decision));
      element(item, "span", {}, ` cost ${percent(cost)} of win chances; better: ${best}`);
    }
    if (!costly.length) element(place, "p", {}, "No decision cost anything that search could see.");
  }

  #wait(message) {
    const place = this.#clear();
    element(place, "p", { class: "hint" }, this.#send(message) ? "thinking …" : "not connected");
  }

  #clear() {
    const place = byId("coach-answer");
    place.replaceChildren();
    return place;
  }
}
