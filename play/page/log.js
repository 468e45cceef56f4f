/** What happened, a sentence for each decision; each leads to its picture. */

import { button, element } from "./elements.js";

export class Log {
  #list;
  #go;
  #buttons = new Map();

  /**
   * @param list the element of all lines.
   * @param go called with the decision that is to be shown.
   */
  constructor(list, go) {
    this.#list = list;
    this.#go = go;
  }

  /** The last decision that there is a line for. */
  get last() {
    return this.#buttons.size;
  }

  /** Forget all lines: somebody else looks on. */
  clear() {
    this.#list.replaceChildren();
    this.#buttons.clear();
  }

  /** Add lines to those that are there. */
  add(lines) {
    for (const { decision, text, note } of lines.filter((line) => line.decision > this.last)) {
      const item = element(this.#list, "li");
      this.#buttons.set(decision, button(item, `${decision}. ${text}`, () => this.#go(decision)));
      if (note) element(item, "small", {}, note);
    }
  }

  /** Mark the decision that is shown. */
  mark(decision) {
    for (const [number, made] of this.#buttons) {
      if (number === decision) made.setAttribute("aria-current", "step");
      else made.removeAttribute("aria-current");
    }
    const current = this.#buttons.get(decision)?.parentElement;
    this.#list.scrollTop = current
      ? current.offsetTop - this.#list.offsetTop - this.#list.clientHeight / 2 : 0;
  }
}
