/** The log: a sentence for each decision, which shows the position after it when clicked. */

import { button, element, sentence } from "./elements.js";

export class Log {
  #list;
  #go;
  #buttons = new Map();
  // The latest decision that the picture has shown. Later lines are hidden, so that the log does not run ahead of it.
  #seen = 0;

  /**
   * @param list the element that contains all lines.
   * @param go a function that shows the position after a number of decisions.
   */
  constructor(list, go) {
    this.#list = list;
    this.#go = go;
  }

  /** The number of decisions in the log. */
  get last() {
    return this.#buttons.size;
  }

  /** Remove all lines, because a different view has different lines; the game now has `decisions` decisions. */
  clear(decisions) {
    this.#seen = Math.min(this.#seen, decisions);
    this.#list.replaceChildren();
    this.#buttons.clear();
  }

  /** Append the lines that are new. */
  add(lines) {
    for (const { decision, text, note } of lines.filter((line) => line.decision > this.last)) {
      const item = element(this.#list, "li", { hidden: decision > this.#seen });
      this.#buttons.set(decision, button(item, `${decision}. ${sentence(text)}`, () => this.#go(decision)));
      if (note) element(item, "small", {}, note);
    }
  }

  /** Mark the decision whose position is shown. */
  mark(decision) {
    this.#seen = Math.max(this.#seen, decision);
    for (const [number, made] of this.#buttons) {
      made.parentElement.hidden = number > this.#seen;
      if (number === decision) made.setAttribute("aria-current", "step");
      else made.removeAttribute("aria-current");
    }
    const current = this.#buttons.get(decision)?.parentElement;
    this.#list.scrollTop = current
      ? current.offsetTop - this.#list.offsetTop - this.#list.clientHeight / 2 : 0;
  }
}
