/** What happened, a sentence for each decision; each leads to its picture. */

import { button, element } from "./elements.js";

export class Log {
  #list;
  #go;
  #lines = [];
  #buttons = new Map();

  /**
   * @param list the element of all lines.
   * @param go called with the decision that is to be shown.
   */
  constructor(list, go) {
    this.#list = list;
    this.#go = go;
  }

  /** Show these lines; what is there already stays. */
  show(lines) {
    const same = lines.length >= this.#lines.length
      && this.#lines.every((line, at) => line.text === lines[at].text);
    if (!same) {
      this.#list.replaceChildren();
      this.#buttons.clear();
      this.#lines = [];
    }
    for (const line of lines.slice(this.#lines.length)) {
      const item = element(this.#list, "li");
      const made = button(item, `${line.decision}. ${line.text}`, () => this.#go(line.decision));
      if (line.note) element(item, "small", {}, line.note);
      this.#buttons.set(line.decision, made);
    }
    this.#lines = lines;
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
