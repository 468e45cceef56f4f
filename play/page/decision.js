/** The decision that a person is to make: what is selected, and buttons that confirm it. */

import { Choice } from "./choice.js";
import { button, byId, element } from "./elements.js";

const MOST_LISTED = 60;

export class Decision {
  #picture;
  #decide;
  #frame = null;
  #choice = null;

  /**
   * @param picture the picture.
   * @param decide called with the frame and the number of the action that was confirmed.
   * @param ask called with a target at which no legal action points.
   */
  constructor(picture, decide, ask) {
    this.#picture = picture;
    this.#decide = decide;
    this.ask = ask;
    byId("filter").addEventListener("input", () => this.#list());
  }

  /** Whether somebody is asked. */
  get open() {
    return this.#choice !== null;
  }

  /**
   * Ask for a decision in the position of a frame.
   * What is selected stays where the same is asked again, as when others have chosen in secret.
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
  }

  /** Nobody is asked any more. */
  end() {
    this.#frame = this.#choice = null;
    byId("choice").hidden = true;
    byId("ready").replaceChildren();
    this.#picture.light(null);
  }

  /** A part of the picture has been touched. */
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

  /** Say why there is nothing to do somewhere. */
  explain(reason) {
    byId("why").textContent = reason;
  }

  /** Confirm the one action that is ready, if there is one. */
  confirm() {
    const [action, ...others] = this.#choice?.selected.size ? this.#choice.ready : [];
    if (action && !others.length) this.#confirmed(action);
  }

  #confirmed(action) {
    const frame = this.#frame;
    this.end();
    this.#decide(frame, action.number);
  }

  #update() {
    byId("choice").hidden = false;
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
        element(ready, "span", { class: "hint" }, `${[...selected].join(", ")}: and what else?`);
      }
      button(ready, "take back", () => { selected.clear(); this.#update(); }, { class: "back" });
    } else if (!ready.childElementCount) {
      element(ready, "span", { class: "hint" }, "touch what lights up in the picture, or choose:");
    }
    this.#list();
  }

  /** All candidates as buttons, as many as can be read. */
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
      element(list, "li", {}, `and ${found.length - MOST_LISTED} more: filter them by name`);
    }
    byId("listing").querySelector("summary").textContent = `All legal actions (${found.length})`;
  }
}
