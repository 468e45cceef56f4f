/** The page of a table, for the player of a seat or for a spectator. */

import { Coach } from "./coach.js";
import { Connection } from "./connection.js";
import { Decision } from "./decision.js";
import { byId, dark, narrow, offer, sentence, showIcon } from "./elements.js";
import { Finished } from "./finished.js";
import { Guide } from "./guide.js";
import { SCORING_MS } from "./highlights.js";
import { showLinks } from "./invitation.js";
import { Log } from "./log.js";
import { showPlayers, showTurn } from "./players.js";
import { Picture } from "./picture.js";
import { Naming, ownSeats, rememberSeat } from "./seats.js";
import { offerSounds, sound } from "./sounds.js";
import { Tips } from "./tips.js";
import { celebrate, describeResult } from "./victory.js";

const WATCH = "watch-";
// The messages that the coach answers, or refuses to answer.
const COACHING = ["advice", "infer", "review"];
// Frames are kept so that stepping through a game sends no new requests.
const MOST_FRAMES = 400;
// Milliseconds between the positions of a finished game that is played at the speed "instant".
const FASTEST = 100;

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
  // Whether the page scrolls to the picture once the position that was asked for is shown.
  #reveals = false;
  #acted = false;
  #reconnected = false;
  #playing = false;
  #timer = null;

  #hash;

  constructor(hash) {
    this.#hash = hash;
    this.picture = new Picture(byId("picture"), (target) => this.decision.touch(target));
    new Tips(byId("picture"));
    // The style sheet keeps everything else clear of the bar, which can have several lines.
    new ResizeObserver(([{ target }]) => {
      document.documentElement.style.setProperty("--bar-height", `${target.offsetHeight}px`);
    }).observe(byId("bar"));
    this.guide = new Guide(byId("bar"));
    this.decision = new Decision(
      this.picture,
      (frame, action) => this.#decide(frame, action),
      (target) => this.#send({ type: "why", target }),
    );
    this.log = new Log(byId("log"), (decision) => this.#reveal(decision));
    this.coach = new Coach((message) => this.#send(message), (decision) => this.#reveal(decision), this.decision);
    this.finished = new Finished((message) => this.#send(message), (decision) => this.#reveal(decision));
    this.naming = new Naming((message) => this.#send(message));
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
      log: () => this.#logged(message),
      why: () => this.decision.explain(message.reason),
      refused: () => this.#refused(message),
      error: () => this.#failed(message),
      advice: () => this.coach.advised(message, this.#shown?.actions ?? []),
      infer: () => this.coach.inferred(message),
      review: () => this.coach.reviewed(message),
      curves: () => { this.finished.received(message, this.#welcome); this.finished.mark(this.#at); },
      resigned: () => location.reload(),  // The person is a spectator now.
      rematch: () => location.assign(`/table#${message.token}`),
    };
    handlers[message.type]?.();
  }

  #failed({ reason, final }) {
    this.decision.explain(reason);
    this.coach.refused(reason);
    if (!final) return;
    document.body.classList.remove("lost");  // The page does not try again.
    this.#say(sentence(reason));
  }

  #welcomed(welcome) {
    const again = this.#welcome !== null;
    this.#welcome = welcome;
    this.#reconnected = again;
    this.#acted = false;  // A decision that was lost with the connection is asked for again.
    byId("title").textContent = welcome.title;
    byId("about").textContent = welcome.variants.join(", ");
    byId("rules").href = welcome.rules;
    if (again) return;
    this.#view = welcome.seat;
    this.coach.begin(welcome);
    if (welcome.seat !== null) this.#seated();
  }

  /** Keep the seat in this browser; give a guest a name. */
  #seated() {
    const { table, title, seat } = this.#welcome;
    const isGuest = !ownSeats().some((own) => own.table === table);
    rememberSeat({ table, title, seat, token: this.#hash });
    if (isGuest) this.naming.welcome();
  }

  #updated(news) {
    const first = this.#news === null;
    const changed = first || this.#reconnected || news.edition !== this.#news.edition
      || this.#isOpen(news) !== this.#isOpen(this.#news);
    const further = changed || news.decisions !== this.#news.decisions;
    this.#news = news;
    this.#reconnected = false;
    if (changed) {
      this.#changed();
      this.#forget();
    }
    byId("slider").max = news.decisions;
    byId("view-label").hidden = !(news.over || (this.#welcome.seat === null && this.#isOpen(news)));
    byId("name-details").hidden = news.over || this.#welcome.seat === null;
    byId("invite").hidden = news.over;
    const isAlone = this.#welcome.players.every(({ agent }, at) => (agent === null) === (at === this.#welcome.seat));
    byId("resign").hidden = news.over || this.#welcome.seat === null || !isAlone;
    showTurn(this.#welcome.title, !news.over && news.deciding.includes(this.#welcome.seat));
    this.coach.played(news);
    if (first || (further && this.#at > news.decisions)) this.#at = news.decisions;
    if (this.#acted && further) {
      this.#acted = false;
      // Own decisions are shown at once, unless the player looks at an earlier position meanwhile.
      if (this.#following) this.#at = Math.min(this.#at + 1, news.decisions);
    }
    if (this.#following) this.#follow();
    this.#show();  // This asks for the frame before questions whose answers take longer.
    // The frames of new positions arrive before the news, and each adds a line to the log.
    if (further && this.log.last < news.decisions) this.#askForLog();
    this.finished.played(this.#welcome, news, changed);
  }

  /** Return whether everyone may see all hands. */
  #isOpen(news) {
    return news?.over || this.#welcome.players.every(({ agent }) => agent !== null);
  }

  /** Return whether a message was sent after the last known change of names or past decisions. */
  #isCurrent({ edition }) {
    return !this.#news || edition === this.#news.edition;
  }

  /** Show names and links that may be new. */
  #changed() {
    const { players, seat, table } = this.#welcome, { names, present } = this.#news;
    names.forEach((name, at) => { players[at].name = name; });
    offer(byId("view"), [["", "a spectator"], ...names.map((name, at) => [at, name])], this.#view ?? "");
    const { invitations = {} } = ownSeats().find(({ token }) => token === this.#hash) ?? {};
    const seats = Object.entries(invitations);
    showLinks(byId("invitations"), [
      ...seats.map(([at, token]) => [`For ${names[at]}, only for this person`, `/table#${token}`]),
      ["For spectators", `/table#${WATCH}${table}`],
    ]);
    if (seat !== null && seats.some(([at]) => present[at] === false)) byId("invite").open = true;
  }

  /** Forget what was received before names, the past or the view changed. */
  #forget() {
    this.#frames.clear();
    this.#requested.clear();
    this.log.clear(this.#news.decisions);
    this.#watch();
  }

  #logged({ edition, view, after, lines }) {
    const continues = after <= this.log.last;
    if (this.#isCurrent({ edition }) && view === this.#viewAt() && continues) this.log.add(lines);
  }

  #framed(frame) {
    if (!this.#isCurrent(frame)) return;
    const key = this.#key(frame);
    this.#requested.delete(key);
    this.#frames.set(key, frame);
    const { decision, event, note } = frame;
    if (frame.view === this.#viewAt() && decision === this.log.last + 1) {
      this.log.add([{ decision, text: event, note }]);
    }
    if (this.#frames.size > MOST_FRAMES) this.#frames.delete(this.#frames.keys().next().value);
    this.#show();
  }

  #refused({ reason, question }) {
    if (COACHING.includes(question)) this.coach.refused(reason);
    else if (question === "rematch") this.finished.refused(reason);
    else {
      this.#acted = false;
      this.decision.explain(reason);
      this.#show();
    }
  }

  #isLost() {
    return document.body.classList.contains("lost");
  }

  #connected(state) {
    document.body.classList.toggle("lost", state === "lost");
    if (state !== "connected") this.coach.refused("the connection was lost before the answer came; ask again");
    if (state !== "lost") return;
    if (this.#welcome) showTurn(this.#welcome.title, false);
    this.decision.end();
    this.guide.hide();
    this.#say("");
  }

  // --- the position shown -----------------------------------------------------------------------

  /** Show the position after `decision` decisions. */
  #go(decision) {
    if (!this.#news) return;
    this.#at = Math.max(0, Math.min(this.#news.decisions, decision));
    this.#following = this.#at === this.#news.decisions;
    this.#stop();
    this.#show();
  }

  /** Show the position after `decision` decisions, in sight. */
  #reveal(decision) {
    this.#reveals = true;
    this.#go(decision);
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#playing = false;
  }

  /** Play the finished game from the position shown, or stop. */
  #play() {
    if (this.#playing) {
      this.#go(this.#at);
      return;
    }
    if (this.#at === this.#news.decisions) this.#go(0);
    this.#playing = this.#following = true;
    this.#follow();
    this.#show();
  }

  /** Show the decisions of others one at a time at the chosen speed. */
  #follow() {
    const pace = Number(byId("pace").value);
    if (pace === 0 && !this.#playing) this.#at = this.#news.decisions;
    if (this.#at >= this.#news.decisions) this.#playing = false;
    if (this.#timer !== null || this.#at >= this.#news.decisions) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (!this.#following || this.#at >= this.#news.decisions) return;
      this.#at += 1;
      this.#follow();
      this.#show();
    }, pace || FASTEST);
  }

  #show() {
    const { decisions, deciding, over, thinking } = this.#news ?? {};
    if (decisions === undefined) return;
    byId("slider").value = this.#at;
    byId("count").textContent = `${this.#at} of ${decisions}`;
    showIcon(byId("play"), this.#playing ? "pause" : "play", `${this.#playing ? "pause" : "play"} (space)`);
    this.finished.mark(this.#at);
    const seat = this.#welcome.seat;
    const present = this.#at === decisions;
    const yours = !over && deciding.includes(seat);
    const frame = this.#frame(this.#at, present ? yours : null);
    if (this.#at < decisions) this.#frame(this.#at + 1);
    byId("takeback").hidden = !(present && yours && frame?.takeback);
    if (!frame) return;
    if (this.#shown !== frame) {
      const before = this.#shown;
      this.#shown = frame;
      const follows = this.picture.show(frame);
      if (follows) sound(frame.over ? "end" : yours && present ? "turn" : "decision");
      const hasWon = frame.over && frame.ranks[this.#welcome.seat] === 1;
      if (hasWon && before && !before.over) celebrate(frame, follows && frame.highlights.length ? SCORING_MS : 0);
      byId("words").textContent = frame.words;
      this.finished.shown(frame);
      this.finished.played(this.#welcome, this.#news);
    }
    if (this.#reveals) this.picture.reveal();
    this.#reveals = false;
    showPlayers(this.#welcome, this.#news, frame);
    this.log.mark(this.#at);
    const name = (who) => this.#welcome.players[who].name;
    if (present && yours && this.#acted) return;  // The server has not answered yet.
    if (present && yours && frame.actions && !this.#isLost()) {
      this.#say(sentence(frame.prompt), true);
      this.decision.begin(frame);
      this.guide.show(this.#welcome.game, seat, frame);
      return;
    }
    this.decision.end();
    this.guide.hide();
    if (!present) this.#say(sentence(frame.event || "start of the game"));
    else if (over) this.#say(`${sentence(describeResult(this.#welcome, frame))}.`);
    else if (thinking.length) this.#wait(frame, `${thinking.map(name).join(", ")} ${thinking.length > 1 ? "are" : "is"} thinking …`);
    else this.#wait(frame, `Waiting for ${deciding.map(name).join(", ")}`);
  }

  /** Say whom this seat waits for, and show its own choice if it has already chosen. */
  #wait({ chosen }, words) {
    this.#say(chosen ? `You chose ${chosen.words}. ${words}` : words);
    if (chosen) this.picture.light({ live: new Set(), next: new Set(), selected: new Set(chosen.targets) });
  }

  /** Show the prompt, or that the connection is lost: until it is back, nothing can be decided. */
  #say(prompting, yours = false) {
    const prompt = byId("prompt");
    const words = this.#isLost() ? "Connection lost; reconnecting …" : prompting;
    if (prompt.textContent !== words) prompt.textContent = words;
    prompt.classList.toggle("yours", yours);
    prompt.classList.toggle("over", Boolean(this.#news?.over && this.#at === this.#news.decisions));
  }

  /**
   * Return the frame after `decision` decisions; request it if it is missing or incomplete.
   * In the current position `yours` is whether this seat has to decide, otherwise it is null.
   */
  #frame(decision, yours = null) {
    const wanted = { decision, ...this.#look() }, key = this.#key(wanted);
    const frame = this.#frames.get(key);
    // In a simultaneous choice, a frame may have been sent before this seat had to decide or chose.
    const stale = frame && yours !== null && yours !== Boolean(frame.actions);
    if ((!frame || stale) && !this.#requested.has(key)) {
      if (this.#send({ type: "frame", ...wanted })) this.#requested.add(key);
    }
    return frame;
  }

  /** Let the server send each later frame as soon as it exists. */
  #watch() {
    this.#send({ type: "follow", ...this.#look() });
  }

  #look() {
    return { view: this.#viewAt(), dark: dark.matches, narrow: narrow.matches };
  }

  #askForLog() {
    this.#send({ type: "log", view: this.#viewAt(), after: this.log.last });
  }

  #viewAt() {
    const { seat, players } = this.#welcome;
    if (!this.#news?.over && seat !== null) return seat;
    return this.#isOpen(this.#news) ? this.#view : players.length;  // A bystander sees no hands.
  }

  #key({ decision, view, dark, narrow }) {
    return `${decision}/${view}/${dark}/${narrow}`;
  }

  // --- what the user does -----------------------------------------------------------------------

  #decide(frame, action) {
    this.#following = true;
    this.guide.decided();
    this.#acted = this.#send({ type: "act", decision: frame.decision, action });
    if (!this.#acted) this.#show();
  }

  #send(message) {
    return this.#connection?.send(message) ?? false;
  }

  #listen() {
    for (const made of document.querySelectorAll("[data-icon]")) showIcon(made, made.dataset.icon, made.title);
    offerSounds(byId("sounds"));
    const by = (step) => () => this.#go(this.#at + step);
    const present = () => this.#go(Infinity);
    const keys = {
      ArrowLeft: by(-1), ArrowRight: by(1), Home: by(-Infinity), End: present,
      Enter: () => this.decision.confirm(),
      " ": () => { if (this.#news?.over) this.#play(); },
      s: () => { if (this.#news?.over) this.finished.goToScoring(this.#at); },
    };
    byId("start").addEventListener("click", keys.Home);
    byId("back").addEventListener("click", keys.ArrowLeft);
    byId("forward").addEventListener("click", keys.ArrowRight);
    byId("live").addEventListener("click", present);
    byId("slider").addEventListener("input", () => this.#go(Number(byId("slider").value)));
    byId("view").addEventListener("change", () => {
      this.#view = byId("view").value === "" ? null : Number(byId("view").value);
      this.log.clear(this.#news.decisions);
      this.#watch();
      this.#show();
      this.#askForLog();
    });
    byId("play").addEventListener("click", () => this.#play());
    byId("scoring").addEventListener("click", () => this.finished.goToScoring(this.#at));
    byId("takeback").addEventListener("click", () => this.#send({ type: "take back" }));
    byId("resign").addEventListener("click", () => {
      if (confirm("Resign? The agent greedy plays on for you, and you watch.")) this.#send({ type: "resign" });
    });
    byId("continue").addEventListener("click", () => this.#continue());
    for (const look of [dark, narrow]) {
      look.addEventListener("change", () => {
        if (!this.#news) return;  // The first news begins with both.
        this.#watch();
        this.#show();
      });
    }
    document.addEventListener("keydown", (event) => {
      const own = ["SELECT", "INPUT", "BUTTON", "SUMMARY", "A"].includes(event.target.tagName);
      const usedThere = own && (event.target.tagName !== "BUTTON" || ["Enter", " "].includes(event.key));
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
else byId("prompt").textContent = "This link is incomplete; use the full link, or choose a table under “All tables”.";
addEventListener("hashchange", () => location.reload());
