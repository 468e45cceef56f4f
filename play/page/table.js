/** The page of a table, for the player of a seat or for a spectator. */

import { Coach } from "./coach.js";
import { Connection } from "./connection.js";
import { Decision } from "./decision.js";
import { byId, dark, element, offer, sentence } from "./elements.js";
import { Log } from "./log.js";
import { showPlayers } from "./players.js";
import { Picture } from "./picture.js";

const WATCH = "watch-";
// The messages that the coach answers, or refuses to answer.
const COACHING = ["advice", "infer", "review"];
// Frames are kept so that stepping through a game sends no new requests.
const MOST_FRAMES = 400;

class TablePage {
  #connection;
  #frames = new Map();
  #requested = new Set();
  #welcome = null;
  #news = null;
  #at = -1;
  #shown = null;
  #view = null;
  #following = true;
  #acted = false;
  #timer = null;

  constructor(hash) {
    this.picture = new Picture(byId("picture"), (target) => this.decision.touch(target));
    this.decision = new Decision(
      this.picture,
      (frame, action) => this.#decide(frame, action),
      (target) => this.#send({ type: "why", target }),
    );
    this.log = new Log(byId("log"), (decision) => this.#go(decision));
    this.coach = new Coach((message) => this.#send(message), (decision) => this.#go(decision));
    const hello = hash.startsWith(WATCH)
      ? { type: "hello", table: Number(hash.slice(WATCH.length)) }
      : { type: "hello", token: hash };
    this.#listen();
    this.#connection = new Connection(
      hello, (message) => this.#received(message), (state) => this.#connected(state),
    );
  }

  // --- messages from the server -----------------------------------------------------------------

  #received(message) {
    const handlers = {
      welcome: () => this.#welcomed(message),
      news: () => this.#updated(message),
      frame: () => this.#framed(message),
      log: () => { if (message.view === this.#viewAt()) this.log.add(message.lines); },
      why: () => this.decision.explain(message.reason),
      refused: () => this.#refused(message),
      error: () => this.decision.explain(message.reason),
      advice: () => this.coach.advised(message, this.#shown?.actions ?? []),
      inference: () => this.coach.inferred(message),
      review: () => this.coach.reviewed(message, this.#welcome.players),
    };
    handlers[message.type]?.();
    if (message.type === "error" && message.final) this.#say(sentence(message.reason));
  }

  #welcomed(welcome) {
    const again = this.#welcome !== null;
    this.#welcome = welcome;
    this.#requested.clear();
    document.title = `${welcome.title} – Hofspiele`;
    byId("title").textContent = welcome.title;
    byId("about").textContent = [
      ...Object.entries(welcome.options)
        .filter(([name, value]) => name !== "num_players" && value !== false && value !== null)
        .map(([name, value]) => [name.replaceAll("_", " "), value])
        .map(([name, value]) => (value === true ? name : `${name} ${value}`)),
      `agents have up to ${welcome.limit} s per decision`,
    ].join(", ");
    byId("rules").href = welcome.rules;
    if (again) {
      this.#show();
      return;
    }
    this.#view = welcome.seat;
    offer(byId("view"), [
      ["", "a spectator"], ...welcome.players.map(({ name }, seat) => [seat, `seat ${seat}: ${name}`]),
    ], this.#view ?? "");
    this.coach.begin(welcome);
  }

  #updated(news) {
    const first = this.#news === null;
    const further = first || news.decisions !== this.#news.decisions;
    this.#news = news;
    byId("slider").max = news.decisions;
    byId("view-label").hidden = !(news.over || this.#welcome.seat === null);
    byId("after").hidden = !news.over;
    byId("record").href = `/api/tables/${this.#welcome.table}/record`;
    this.coach.played(news);
    if (first || (further && this.#at > news.decisions)) this.#at = news.decisions;
    if (further) this.#askForLog();
    if (this.#acted && further) {
      this.#acted = false;
      this.#at = Math.min(this.#at + 1, news.decisions);  // Own decisions are shown at once.
    }
    if (this.#following) this.#follow();
    this.#show();
  }

  #framed(frame) {
    const key = this.#key(frame.decision, frame.view);
    this.#requested.delete(key);
    this.#frames.set(key, frame);
    if (this.#frames.size > MOST_FRAMES) this.#frames.delete(this.#frames.keys().next().value);
    this.#show();
  }

  #refused({ reason, question }) {
    if (COACHING.includes(question)) {
      this.coach.refused(reason);
      return;
    }
    this.#acted = false;
    this.decision.explain(reason);
    this.#show();
  }

  #connected(state) {
    const words = {
      connected: "", lost: "Connection lost; reconnecting …", refused: "",
    };
    byId("connection").textContent = words[state];
    document.body.classList.toggle("lost", state === "lost");
    if (state === "lost") this.decision.end();
  }

  // --- the position shown -----------------------------------------------------------------------

  /** Show the position after `decision` decisions. */
  #go(decision) {
    if (!this.#news) return;
    this.#at = Math.max(0, Math.min(this.#news.decisions, decision));
    this.#following = this.#at === this.#news.decisions;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#show();
  }

  /** Show the decisions of others one at a time at the chosen speed. */
  #follow() {
    const pace = Number(byId("pace").value);
    if (pace === 0) this.#at = this.#news.decisions;
    if (this.#timer !== null || this.#at >= this.#news.decisions) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (!this.#following || this.#at >= this.#news.decisions) return;
      this.#at += 1;
      this.#follow();
      this.#show();
    }, pace);
  }

  #show() {
    const { decisions, deciding, over, thinking } = this.#news ?? {};
    if (decisions === undefined) return;
    byId("slider").value = this.#at;
    byId("count").textContent = `${this.#at} of ${decisions}`;
    const seat = this.#welcome.seat;
    const present = this.#at === decisions;
    const frame = this.#frame(this.#at, present && deciding.includes(seat));
    if (this.#at < decisions) this.#frame(this.#at + 1);
    if (!frame) return;
    if (this.#shown !== frame) {
      this.#shown = frame;
      this.picture.show(frame);
    }
    showPlayers(this.#welcome, this.#news, frame);
    this.log.mark(this.#at);
    const name = (who) => this.#welcome.players[who].name;
    if (present && !over && deciding.includes(seat) && frame.actions) {
      this.#say(`${name(seat)}, ${frame.prompt || "it is your turn"}`, true);
      this.decision.begin(frame);
      return;
    }
    this.decision.end();
    if (!present) this.#say(sentence(frame.event || "start of the game"));
    else if (over) this.#say(`The game is over. ${sentence(frame.event ?? "")}`);
    else if (thinking.length) this.#say(`${thinking.map(name).join(", ")} ${thinking.length > 1 ? "are" : "is"} thinking …`);
    else this.#say(`Waiting for ${deciding.map(name).join(", ")}`);
  }

  #say(words, yours = false) {
    const prompt = byId("prompt");
    if (prompt.textContent !== words) prompt.textContent = words;
    prompt.classList.toggle("yours", yours);
  }

  /** Return the frame after `decision` decisions; request it if it is missing or incomplete. */
  #frame(decision, needsActions = false) {
    const view = this.#viewAt();
    const key = this.#key(decision, view);
    const frame = this.#frames.get(key);
    // A frame that was sent before this seat had to decide lacks the legal actions.
    const stale = frame && needsActions && !frame.actions;
    if ((!frame || stale) && !this.#requested.has(key)) {
      if (this.#send({ type: "frame", decision, view, dark: dark.matches })) this.#requested.add(key);
    }
    return frame;
  }

  #askForLog() {
    this.#send({ type: "log", view: this.#viewAt(), after: this.log.last });
  }

  #viewAt() {
    return this.#news.over || this.#welcome.seat === null ? this.#view : this.#welcome.seat;
  }

  #key(decision, view) {
    return `${decision}/${view}`;
  }

  // --- what the user does -----------------------------------------------------------------------

  #decide(frame, action) {
    this.#following = true;
    this.#acted = this.#send({ type: "act", decision: frame.decision, action });
    if (!this.#acted) this.#show();
  }

  #send(message) {
    return this.#connection?.send(message) ?? false;
  }

  #listen() {
    const by = (step) => () => this.#go(this.#at + step);
    const present = () => this.#go(Infinity);
    const keys = {
      ArrowLeft: by(-1), ArrowRight: by(1), Home: by(-Infinity), End: present,
      Enter: () => this.decision.confirm(),
    };
    byId("start").addEventListener("click", keys.Home);
    byId("back").addEventListener("click", keys.ArrowLeft);
    byId("forward").addEventListener("click", keys.ArrowRight);
    byId("live").addEventListener("click", present);
    byId("slider").addEventListener("input", () => this.#go(Number(byId("slider").value)));
    byId("view").addEventListener("change", () => {
      this.#view = byId("view").value === "" ? null : Number(byId("view").value);
      this.log.clear();
      this.#askForLog();
      this.#show();
    });
    byId("zoom").addEventListener("click", () => {
      const large = byId("picture").classList.toggle("large");
      byId("zoom").setAttribute("aria-pressed", String(large));
    });
    byId("continue").addEventListener("click", () => this.#continue());
    dark.addEventListener("change", () => { this.#frames.clear(); this.#requested.clear(); this.#show(); });
    document.addEventListener("keydown", (event) => {
      const own = ["SELECT", "INPUT", "BUTTON", "SUMMARY", "A"].includes(event.target.tagName);
      const usedThere = own && (event.target.tagName !== "BUTTON" || event.key === "Enter");
      if (usedThere || event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
  }

  /** Open the start page to continue the game from the position shown. */
  #continue() {
    const origin = { from: this.#welcome.table, decision: this.#at };
    location.assign(`/#${new URLSearchParams(origin)}`);
  }
}

const hash = location.hash.slice(1);
if (hash) new TablePage(hash);
else byId("prompt").textContent = "This link is incomplete; use the full link, or choose a table from the list.";
addEventListener("hashchange", () => location.reload());
