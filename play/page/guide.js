/** A guide through a person's first decisions in a game: what to touch and why, and how the points changed. */

import { button, element, showIcon } from "./elements.js";

// Number of decisions that are explained in each game.
const DECISIONS = 8;

export class Guide {
  #box;
  #words;
  // What screen readers say. They may ignore the words of an element that was hidden.
  #announcement;
  #brought;
  #key = null;
  #points = null;
  #before = null;

  /** @param place the element to which the guide is appended, which is fixed, so that the guide never moves the picture. */
  constructor(place) {
    this.#box = element(place, "section", { id: "guide", "aria-label": "guide", tabindex: -1, hidden: true });
    this.#announcement = element(place, "p", { class: "unseen", "aria-live": "polite" });
    const close = () => { this.#made = DECISIONS; this.hide(); };
    showIcon(button(this.#box, "", close), "close", "close the guide");
    this.#words = element(this.#box, "p");
    this.#brought = element(this.#box, "p", { class: "hint" });
  }

  /** Explain the decision of `seat` in a frame, unless the person has made enough decisions. */
  show(game, seat, frame) {
    this.#key = `guide-${game}`;
    this.#points = frame.sheet.total[seat];
    this.#box.hidden = !frame.guide || this.#made >= DECISIONS;
    this.#words.textContent = frame.guide;
    this.#announce(this.#box.hidden ? "" : frame.guide);
    this.#brought.textContent = this.#change();
    this.#brought.hidden = this.#before === null;
  }

  hide() {
    this.#box.hidden = true;
    this.#announce("");
  }

  #announce(words) {
    if (this.#announcement.textContent !== words) this.#announcement.textContent = words;
  }

  /** Count a decision that has been made. */
  decided() {
    this.#made += 1;
    this.#before = this.#points;
  }

  #change() {
    const now = `If the game ended now, your points would be ${this.#points}`;
    if (this.#points === this.#before) return `${now}, as before your last decision.`;
    return `${now}; before your last decision, they would have been ${this.#before}.`;
  }

  /** The number of decisions made in this game, which the browser remembers. */
  get #made() {
    return Number(localStorage.getItem(this.#key));
  }

  set #made(number) {
    localStorage.setItem(this.#key, String(number));
  }
}
