/** Explanations of the parts of the picture, where the pointer or the focus is. */

import { element, sentence } from "./elements.js";

// Milliseconds for which the pointer rests before its place is explained.
const REST_MS = 400;
// Distance of the explanation from the pointer, and from the edges of the window, in pixels.
const AWAY = 16, EDGE = 8;

export class Tips {
  #place;
  #box;
  #timer = null;

  /** @param place the element that contains the picture; its rectangles of class "tip" explain it. */
  constructor(place) {
    this.#place = place;
    this.#box = element(document.body, "p", { id: "tip", role: "tooltip", hidden: true });
    // The browser's own tooltips appear late, never on phones, and only for the topmost element.
    new MutationObserver(() => this.#takeTitles()).observe(place, { childList: true, subtree: true });
    for (const kind of ["pointermove", "pointerdown"]) {
      place.addEventListener(kind, (event) => this.#pointed(event));
    }
    place.addEventListener("focusin", () => this.#explainFocus());
    for (const kind of ["pointerleave", "focusout"]) {
      place.addEventListener(kind, ({ pointerType }) => {
        clearTimeout(this.#timer);
        // After a touch, the explanation stays until something else is touched.
        if (pointerType !== "touch") this.#hide();
      });
    }
    document.addEventListener("pointerdown", ({ target }) => { if (!place.contains(target)) this.#hide(); });
    // The focus itself can scroll its target into view.
    document.addEventListener("scroll", () => { this.#hide(); this.#explainFocus(); }, { capture: true, passive: true });
  }

  /** Explain the target that the keyboard has focused, if any. */
  #explainFocus() {
    const target = this.#place.querySelector(".target:focus-visible");
    if (!target) return;
    const { left, top, width, height } = target.getBoundingClientRect();
    this.#show(left + width / 2, top + height / 2);
  }

  #takeTitles() {
    for (const title of this.#place.querySelectorAll("title")) {
      title.parentElement.dataset.tip = title.textContent;
      title.remove();
    }
  }

  /** Explain the place of the pointer once it rests, or at once if a touch there does nothing else. */
  #pointed({ type, clientX, clientY, pointerType, target }) {
    this.#hide();
    // After a click, an explanation would cover what can be clicked next.
    if (type === "pointerdown" && pointerType === "mouse") return;
    if (pointerType === "touch" && !target.matches(".live")) this.#show(clientX, clientY);
    else this.#timer = setTimeout(() => this.#show(clientX, clientY), REST_MS);
  }

  #show(x, y) {
    this.#takeTitles();  // A new picture may get the focus before the observer is called.
    const found = document.elementsFromPoint(x, y).find((one) => one.matches(".tip"));
    this.#box.hidden = !found;
    if (!found) return;
    this.#box.textContent = sentence(found.dataset.tip);
    const { width, height } = this.#box.getBoundingClientRect();
    const below = y + AWAY + height + EDGE < innerHeight;
    this.#box.style.left = `${Math.max(EDGE, Math.min(x + AWAY, innerWidth - width - EDGE))}px`;
    this.#box.style.top = `${Math.max(EDGE, below ? y + AWAY : y - AWAY - height)}px`;
  }

  #hide() {
    clearTimeout(this.#timer);
    this.#box.hidden = true;
  }
}
