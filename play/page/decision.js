/** The decision that a person has to make: the choice in the picture, and its buttons. */

import { Choice } from "./choice.js";
import { button, byId, element, sentence } from "./elements.js";

const MOST_LISTED = 60;

export class Decision {
  #picture;
  #decide;
  #frame = null;
  #choice = null;
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
    if (focus?.matches("#picture, #picture *, #choice *")) {
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
    this.#picture.light(this.#choice);
    const ready = byId("ready");
    ready.replaceChildren();
    const { selected } = this.#choice;
    for (const action of this.#choice.ready) {
      button(ready, action.words, () => this.#confirmed(action), {
        class: selected.size ? "strong" : "",
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
