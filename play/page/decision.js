/** The decision that a person has to make: the choice in the picture, and its buttons. */

import { button, byId, element, sentence } from "./elements.js";

const MOST_LISTED = 60;

export class Decision {
  #picture;
  #decide;
  #frame = null;
  #choice = null;
  // The number of the action that the coach recommends, and the words for its chance; null without advice.
  #advice = null;
  // Whether the keyboard's focus returns to the picture when the next decision begins.
  #focuses = false;

  /**
   * @param picture the picture of the table.
   * @param decide a function that is called with the frame and the number of a confirmed action.
   * @param ask a function that is called with a touched target that no legal action points at.
   */
  constructor(picture, decide, ask) {
    this.#picture = picture;
    this.#decide = decide;
    this.ask = ask;
    byId("filter").addEventListener("input", () => this.#list());
  }

  /**
   * Ask for a decision in the position of a frame.
   * The selection is kept if the legal actions are the same, for example after a secret choice.
   */
  begin(frame) {
    const same = JSON.stringify(this.#frame?.actions) === JSON.stringify(frame.actions);
    this.#frame = frame;
    if (!same) {
      this.#choice = new Choice(frame.actions);
      byId("filter").value = "";
      byId("why").textContent = "";
    }
    this.#update();
    // The focus is not taken away from other parts of the page.
    if (this.#focuses && [byId("prompt"), document.body].includes(document.activeElement)) this.#focus();
  }

  /** Stop asking for a decision. */
  end() {
    this.#frame = this.#choice = null;
    const focus = document.activeElement;
    if (focus?.matches("#picture, #picture .target, #bar *, #choice *")) {
      this.#focuses = focus.matches(":focus-visible");
      if (this.#focuses) byId("prompt").focus();
    }
    byId("choice").hidden = true;
    byId("announcement").textContent = "";
    byId("ready").replaceChildren();
    this.#picture.light(null);
  }

  /** Select or deselect a touched target, or ask why it can't be selected. */
  touch(target) {
    if (!this.#choice) return;
    if (this.#choice.live.has(target)) {
      byId("why").textContent = "";
      this.#choice.touch(target);
      this.#update();
    } else {
      this.ask(target);
    }
  }

  /** Select all targets of the action with a number, or focus its button if it has none. */
  select(number) {
    const action = this.#frame?.actions.find((one) => one.number === number);
    if (!action) return;
    this.#choice.choose(action);
    this.#update();
    byId("ready").children[this.#choice.ready.indexOf(action)].focus();
  }

  /** Frame the action with a number as the coach's advice, with its chance in words, or no action if it is null. */
  recommend(number, chance) {
    this.#advice = number === null ? null : { number, chance };
    if (this.#choice) this.#update();
  }

  /** Show why something is not possible. */
  explain(reason) {
    byId("why").textContent = sentence(reason);
  }

  /** Confirm the action that is ready if there is exactly one. */
  confirm() {
    const [action, ...others] = this.#choice?.selected.size ? this.#choice.ready : [];
    if (action && !others.length) this.#confirmed(action);
  }

  #confirmed(action) {
    const frame = this.#frame;
    this.end();
    this.#decide(frame, action.number);
  }

  /** Focus the picture, or the first button if no action has a target. */
  #focus() {
    this.#focuses = false;
    if (!this.#picture.focus()) byId("ready").querySelector("button")?.focus();
  }

  #update() {
    byId("choice").hidden = false;
    const focused = byId("ready").contains(document.activeElement);
    const advised = this.#frame.actions.find((action) => action.number === this.#advice?.number);
    const { chance } = this.#advice ?? {};
    this.#picture.light(this.#choice, advised && { targets: advised.targets, chance });
    const ready = byId("ready");
    ready.replaceChildren();
    const { selected } = this.#choice;
    for (const action of this.#choice.ready) {
      const isAdvised = action === advised && !selected.size;
      button(ready, isAdvised ? `${action.words}: ${chance}` : action.words, () => this.#confirmed(action), {
        class: selected.size ? "strong" : isAdvised ? "advised" : "",
      });
    }
    if (selected.size) {
      if (!ready.childElementCount) {
        const words = [...selected].map((target) => this.#frame.labels[target] ?? target);
        element(ready, "span", { class: "hint" }, `Selected: ${words.join("; ")}. Select another highlighted part.`);
      }
      button(ready, "clear selection", () => { selected.clear(); this.#update(); }, { class: "back" });
    } else if (!ready.childElementCount) {
      element(ready, "span", { class: "hint" }, "Click or tap a highlighted part of the picture, or choose an action from the list.");
    }
    const words = selected.size ? this.#choice.ready.map((action) => action.words) : [];
    byId("announcement").textContent = words.length ? `Ready to confirm: ${words.join(" or ")}` : "";
    if (focused) this.#focus();
    this.#list();
  }

  /** Show the matching actions as buttons, at most MOST_LISTED of them. */
  #list() {
    const words = byId("filter").value.toLowerCase().split(/\s+/);
    const found = this.#choice.candidates.filter(
      (action) => words.every((word) => action.words.toLowerCase().includes(word)),
    );
    const list = byId("actions");
    list.replaceChildren();
    for (const action of found.slice(0, MOST_LISTED)) {
      button(element(list, "li"), action.words, () => {
        this.#choice.choose(action);
        this.#confirmed(action);
      });
    }
    if (found.length > MOST_LISTED) {
      element(list, "li", {}, `and ${found.length - MOST_LISTED} more; use the filter`);
    }
    byId("listing").querySelector("summary").textContent = `Legal actions (${found.length})`;
  }
}

/** A decision in progress: the selected targets, and the legal actions that match them. */
class Choice {
  #actions;

  /** @param actions the legal actions, each with its targets in the picture, `targets`. */
  constructor(actions) {
    this.#actions = actions;
    this.selected = new Set();
  }

  /** The legal actions whose targets include everything selected. */
  get candidates() {
    return this.#pointingAt(this.selected);
  }

  /** The targets that can be touched: all of them, because the selection can always start afresh. */
  get live() {
    return new Set(this.#actions.flatMap((action) => action.targets));
  }

  /** The targets that can be added to the selection; none if the selection is empty. */
  get next() {
    const targets = this.candidates.flatMap((action) => action.targets);
    return new Set(this.selected.size ? targets.filter((target) => !this.selected.has(target)) : []);
  }

  /** The actions whose targets are exactly the selected ones. They can be confirmed. */
  get ready() {
    return this.candidates.filter((action) => action.targets.length === this.selected.size);
  }

  /**
   * Select a target, or deselect it. Targets that no action combines with it are deselected.
   * If only one action still matches, all its targets are selected.
   * Of equal targets, such as "card red" and "card red (2)", the first unselected one is selected.
   */
  touch(touched) {
    const alike = this.#alike(touched);
    if (this.selected.has(touched)) {
      this.selected.delete(alike.findLast((other) => this.selected.has(other)));
      return;
    }
    const target = alike.find((other) => !this.selected.has(other));
    const both = new Set([...this.selected, target]);
    this.selected = this.#pointingAt(both).length ? both : this.#withMostOf(target);
    const left = this.candidates;
    if (left.length === 1) this.selected = new Set(left[0].targets);
  }

  /** Select all targets of an action. */
  choose(action) {
    this.selected = new Set(action.targets);
  }

  #alike(target) {
    const kind = (name) => name.replace(/ \(\d+\)$/, "");
    const number = (name) => Number(name.match(/ \((\d+)\)$/)?.[1] ?? 1);
    return [...this.live].filter((other) => kind(other) === kind(target))
      .sort((one, other) => number(one) - number(other));
  }

  #pointingAt(targets) {
    return this.#actions.filter((action) => [...targets].every((t) => action.targets.includes(t)));
  }

  /** Return `target` and those selected targets that an action combines with it. */
  #withMostOf(target) {
    const kept = new Set([target]);
    for (const other of this.selected) {
      kept.add(other);
      if (!this.#pointingAt(kept).length) kept.delete(other);
    }
    return kept;
  }
}
