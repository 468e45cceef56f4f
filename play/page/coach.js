/** The coach: advice and inference for a seat, and the review of a finished game. */

import { agentWords, button, byId, element, offer, percent, sentence } from "./elements.js";
import { drawCurves, SEATS } from "./graph.js";

const MOST_COSTLY = 8;
// Probabilities below this would be shown as 0.0 %.
const RARE = 0.0005;

export class Coach {
  #send;
  #go;
  #decision;
  #seat = null;
  #players = [];
  #news = null;
  // The type of the question that the coach has not answered yet, or null.
  #asked = null;
  // When the question was asked, in milliseconds, and the number of decisions judged by then.
  #start = { at: 0, judged: 0 };

  /**
   * @param send a function that sends a message to the server.
   * @param go a function that shows the position after a number of decisions.
   * @param decision the `Decision` that is advised.
   */
  constructor(send, go, decision) {
    this.#send = send;
    this.#go = go;
    this.#decision = decision;
    byId("advise").addEventListener("click", () => {
      this.#ask({ type: "advice", agent: byId("coach-agent").value });
    });
    byId("infer").addEventListener("click", () => this.#ask({ type: "infer" }));
    byId("review").addEventListener("click", () => this.#ask({ type: "review" }));
  }

  /** Store the players and the seat of the browser, and offer the agents that can give advice. */
  begin({ seat, players, agents }) {
    this.#seat = seat;
    this.#players = players;
    offer(byId("coach-agent"), agents.map((name) => [name, agentWords(name)]), agents.at(-1));
  }

  /** Show and enable the questions that can be asked now; remove an outdated answer. */
  played(news) {
    if (this.#news && this.#news.choice !== news.choice) this.#clear();
    this.#news = news;
    const decides = !news.over && news.deciding.includes(this.#seat);
    byId("coach").hidden = this.#seat === null && !news.over;
    byId("advise").disabled = byId("coach-agent").disabled = !decides;
    byId("infer").disabled = news.over || this.#seat === null;
    for (const name of ["advise", "infer"]) byId(name).hidden = news.over;
    byId("coach-agent").parentElement.hidden = news.over;
    byId("review").hidden = !news.over;
    if (this.#asked) this.#showWaiting();
  }

  /** Show the best action, framed on the board, and what an agent would do; `legal` holds the legal actions. */
  advised({ agent, choice, preferred, actions, chances, games }, legal) {
    if (choice !== this.#news.choice) return;
    const place = this.#clear();
    const named = new Map(legal.map((action) => [action.number, action.words]));
    const words = (action) => named.get(action.number) ?? action.name;
    const offered = (parent, action) => button(parent, words(action), () => this.#decision.select(action.number), { title: "select this action" });
    const [first, ...others] = actions;
    this.#decision.recommend(first.number, `♛ ${percents(first.chance.mean, first.chance)} %`);
    element(place, "p", {}, preference(agent, first, preferred, actions.length));
    offered(element(place, "p", { class: "choice" }), first);
    if (first.number !== preferred) {
      const other = words(actions.find(({ number }) => number === preferred));
      element(place, "p", {}, `${agent} would choose “${other}”, because it decides without these estimates, which assume that everyone plays on like the agent greedy.`);
    }
    this.#showSuccess(place, first);
    element(place, "h3", {}, "Chances of winning after this action");
    const seats = element(place, "ul", { class: "estimates" });
    chances.forEach((chance, seat) => {
      const item = element(seats, "li");
      element(item, "span", {}, this.#name(seat));
      bar(item, chance, SEATS[seat]);
      element(item, "b", {}, share(chance));
    });
    const compared = others.filter(({ chance }) => chance);
    if (compared.length) element(place, "h3", {}, "Your chance after other actions");
    const list = element(place, "ul", { class: "estimates thoughts" });
    for (const action of compared) {
      const item = element(list, "li");
      offered(element(item, "span"), action);
      element(item, "small", {}, comparison(action.lead));
      bar(item, action.chance, SEATS[this.#seat]);
      element(item, "b", {}, share(action.chance));
      this.#showSuccess(item, action);
      if (action.probability >= RARE) {
        const often = `${agent} would choose it ${percent(action.probability)} of the time`;
        element(item, "small", { class: "more" }, often);
      }
    }
    const left = others.length - compared.length;
    if (left) element(place, "p", { class: "hint" }, left === 1 ? "and one more action" : `and ${left} more actions`);
    element(place, "p", { class: "hint" }, `Estimated from ${games} games after each action. The agent greedy plays these games to the end from random deals that agree with what you know. The 95 % intervals are in brackets.`);
  }

  /** Show the mean numbers of hidden cards by place. */
  inferred({ choice, places }) {
    if (choice !== this.#news.choice) return;
    const place = this.#clear();
    const all = Object.values(places).flatMap((cards) => Object.values(cards));
    element(place, "p", {}, !all.length ? "No cards are hidden from you."
      : all.every(isExact)
        ? "Mean number of each card. These numbers are exact: they follow from the cards that you have seen."
        : "Mean number of each card, estimated from random deals that agree with what you know. The 95 % intervals are in brackets.");
    for (const [where, cards] of Object.entries(places)) {
      const found = Object.entries(cards).sort((a, b) => b[1].mean - a[1].mean);
      if (!found.length) continue;
      const details = element(place, "details", { open: Object.keys(places).length < 4 });
      const total = found.reduce((sum, [, { mean }]) => sum + mean, 0);
      const isOneCard = Math.abs(total - 1) < 1e-9;
      element(details, "summary", {}, this.#withNames(where));
      const list = element(details, "ul", { class: "estimates" });
      for (const [card, count] of found) {
        const item = element(list, "li");
        element(item, "span", {}, card);
        bar(item, count, "currentColor", found[0][1].high);
        element(item, "b", {}, isOneCard ? share(count) : number(count));
      }
    }
  }

  /** Show the most costly decisions, this seat's before all others, and the chances over time. */
  reviewed({ agent, viewer, decisions, curve }) {
    const place = this.#clear();
    const missing = this.#news.decisions - decisions.length;
    if (missing) element(place, "p", { class: "failure" }, `${missing} of ${this.#news.decisions} decisions are not judged yet. Review the game again to continue.`);
    if (!decisions.length) return;
    const own = decisions.filter(({ seat }) => seat === this.#seat);
    const others = decisions.filter(({ seat }) => seat !== this.#seat);
    if (this.#seat !== null) {
      element(place, "h3", {}, "My decisions");
      this.#showCostly(place, own);
    }
    element(place, "h3", {}, "Chances of winning");
    element(place, "p", { class: "hint" }, `After each choice, as ${viewer === this.#seat ? "you" : this.#name(viewer)} could estimate them, and at the end the result.`);
    const curves = this.#players.map((_, seat) => curve.map(([decisions, chances]) => [decisions, chances[seat]]));
    const names = this.#players.map((_, seat) => this.#name(seat));
    drawCurves(place, "chances of winning of all players", names, curves, this.#news.decisions, this.#go);
    const rest = element(place, "details", { open: this.#seat === null });
    element(rest, "summary", {}, this.#seat === null ? "Decisions" : "Decisions of others");
    this.#showCostly(rest, others);
    const games = decisions.map((made) => made.games);
    const [fewest, most] = [Math.min(...games), Math.max(...games)];
    element(place, "p", { class: "hint" }, `Each decision was compared with the choice of the reviewing agent, ${agent}, which knew only what the deciding player knew. After the decision and after this choice, the agent greedy played ${fewest === most ? most : `${fewest} to ${most}`} games each to the end; decisions that seemed costly got more games. The 95 % intervals are in brackets or lightly coloured.`);
  }

  /** Show why a question is not answered. */
  refused(reason) {
    if (this.#asked) element(this.#clear(), "p", { class: "failure" }, sentence(reason));
  }

  #ask(message) {
    this.#clear();
    if (this.#send(message)) {
      this.#asked = message.type;
      this.#start = { at: performance.now(), judged: this.#news.judged };
      this.#showWaiting();
    } else {
      element(byId("coach-answer"), "p", { class: "failure" }, "Not connected; ask again in a moment.");
    }
  }

  #showWaiting() {
    const place = byId("coach-answer");
    const words = place.querySelector(".waiting") ?? element(place, "p", { class: "hint waiting" });
    const reviews = this.#asked === "review";
    words.textContent = `Thinking … ${reviews ? this.#progress() : ""}`;
    if (reviews && !place.querySelector("button")) {
      button(place, "Stop and show the review so far", () => this.#send({ type: "stop review" }));
    }
  }

  /** Return how many decisions of a review are judged, and how long the others take. */
  #progress() {
    const { judged, decisions } = this.#news, now = judged - this.#start.judged;
    const words = `${judged} of ${decisions} decisions`;
    if (!now) return words;
    return `${words}, about ${duration((decisions - judged) * (performance.now() - this.#start.at) / now)} for the others`;
  }

  #showSuccess(place, { success }) {
    if (success !== null) {
      element(place, "small", { class: "more" }, `chance of success ${exactly(success)}`);
    }
  }

  /** Append the decisions that clearly cost something, and count the others. */
  #showCostly(place, decisions) {
    const costly = decisions.filter(({ cost }) => cost.low > 0).sort((a, b) => b.cost.mean - a.cost.mean);
    const same = decisions.filter(({ cost }) => isExact(cost)).length;
    const equal = decisions.length - costly.length - same;
    element(place, "p", {}, `${decisions.length} decisions: ${same} the reviewing agent's choice or exactly as good, ${equal} about as good, ${costly.length} clearly worse.`);
    const list = element(place, "ol", { class: "costly" });
    for (const { decision, seat, action, best, continues, cost, success } of costly.slice(0, MOST_COSTLY)) {
      const item = element(list, "li");
      const who = seat === this.#seat ? "" : `, ${this.#name(seat)}`;
      button(item, `decision ${decision + 1}${who}: ${action}`, () => this.#go(decision));
      element(item, "p", {}, `Lowered the chance of winning by ${points(cost)}. Better: ${best}${continues ? ", if the turn goes on as the agent greedy would play it" : ""}.`);
      if (success) {
        element(item, "p", {}, `Chance of success: ${exactly(success[0])} instead of ${exactly(success[1])}.`);
      }
    }
  }

  /** Return the name of a player, as in pictures. */
  #name(seat) {
    const { name } = this.#players[seat];
    return seat === this.#seat ? `${name} (you)` : name;
  }

  /** Replace "player 0" and so on by names. */
  #withNames(words) {
    return words.replace(/\bplayer (\d+)/, (_, seat) => this.#name(Number(seat)));
  }

  #clear() {
    this.#asked = null;
    this.#decision.recommend(null);
    const place = byId("coach-answer");
    place.replaceChildren();
    return place;
  }
}

function preference(agent, { number, probability }, preferred, actions) {
  if (actions === 1) return "There is only one action:";
  if (number !== preferred) return "Best by these estimates:";
  if (probability > 0.995) return `${agent} would choose:`;
  return `${agent} chooses at random; ${percent(probability)} of the time it would choose:`;
}

function comparison(lead) {
  if (!isClear(lead)) return "about equal";
  return `${lead.mean < 0 ? "worse" : "better"} by ${points(lead)}`;
}

/** Return a duration in rounded seconds or minutes. */
function duration(milliseconds) {
  const seconds = 10 * Math.ceil(milliseconds / 10_000);
  return seconds < 100 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
}

const exactly = (chance) => `${(100 * chance).toFixed(1)} % (exact)`;

// --- estimates, which are means with 95 % intervals, as words and as bars ------------------------

/** Whether an estimate is known exactly. */
const isExact = ({ low, high }) => low === high;

/** Return "34 % (30–39)", or "34.2 %" for an exact share. */
function share(estimate) {
  return `${percents(estimate.mean, estimate)} %${between(estimate.low, estimate.high, estimate)}`;
}

/** Return the size of a difference between shares, as in "12 percentage points (8–16)". */
function points(estimate) {
  const [low, high] = estimate.mean < 0
    ? [-estimate.high, -estimate.low] : [estimate.low, estimate.high];
  return `${percents(Math.abs(estimate.mean), estimate)} percentage points${between(low, high, estimate)}`;
}

/** Return "1.50 (1.42–1.58)", or "1.50" for an exact number. */
function number({ mean, low, high }) {
  return low === high ? mean.toFixed(2) : `${mean.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

/** Whether the sign of an estimate is clear. */
const isClear = ({ low, high }) => low > 0 || high < 0;

/** Append a bar from 0 to `most` with a light interval and a line at the mean. */
function bar(parent, { mean, low, high }, color, most = 1) {
  const svg = element(parent, "svg", {
    class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true",
  });
  const x = (value) => 100 * value / (most || 1);
  element(svg, "rect", { x: 0, y: 2, width: x(mean), height: 6, fill: color, opacity: 0.45 });
  element(svg, "rect", { x: x(low), y: 4, width: Math.max(0, x(high) - x(low)), height: 2, fill: color });
}

/** Return a share in percent, with a decimal if it is exact or its interval is narrow. */
function percents(value, { low, high }) {
  return (100 * value).toFixed(high - low < 0.02 ? 1 : 0);
}

function between(low, high, estimate) {
  return isExact(estimate) ? "" : ` (${percents(low, estimate)}–${percents(high, estimate)})`;
}
