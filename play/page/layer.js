/** The layer above the page in which copies of pieces move, so that nothing covers them. */

import { element } from "./elements.js";

// Milliseconds that one motion takes.
export const STEP_MS = 350;
const EASING = "cubic-bezier(.4, 0, .2, 1)";

/** Return all pieces of a picture by name, with the middle of each in its region. */
export function findPieces(picture) {
  const pieces = new Map();
  for (const region of picture.querySelectorAll(".region")) {
    const area = region.firstChild.viewBox.baseVal;
    for (const shapes of region.querySelectorAll("[data-piece]")) {
      const { x, y, width, height } = shapes.getBBox();
      const middle = { x: x + width / 2, y: y + height / 2 };
      const right = middle.x - area.x, down = middle.y - area.y;
      pieces.set(shapes.dataset.piece, { shapes, region: region.dataset.region, middle, right, down, width, height });
    }
  }
  return pieces;
}

export class Layer {
  #picture;
  #shapes = element(document.body, "svg", { class: "motion", "aria-hidden": "true" });
  #running = [];

  /** @param picture the element that contains the regions of the picture. */
  constructor(picture) {
    this.#picture = picture;
  }

  /** The time at which all motion ends, in milliseconds. */
  get duration() {
    return Math.max(0, ...this.#running.map(({ effect }) => effect.getComputedTiming().endTime));
  }

  /** A promise that resolves when all current motion has ended. */
  get ended() {
    return Promise.allSettled(this.#running.map(({ finished }) => finished));
  }

  /** End all motion and remove the layer. */
  remove() {
    for (const animation of this.#running.splice(0)) animation.cancel();
    this.#shapes.remove();
  }

  /** Hide a piece until its copy has arrived. */
  hide({ shapes }, delay) {
    this.#running.push(shapes.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + STEP_MS }));
  }

  /** Add an empty group of shapes and return it. */
  group(attributes) {
    return element(this.#shapes, "g", attributes);
  }

  /** Append a copy of a piece, centred at the origin of the layer, and return it. */
  copy({ shapes, middle }, place = this.#shapes) {
    const copy = element(place, "g");
    element(copy, "g", { transform: `translate(${-middle.x} ${-middle.y})` }).append(shapes.cloneNode(true));
    return copy;
  }

  /** Return the middle of a piece on the page, and the size in pixels of a unit of its picture, as currently shown. */
  at({ region, right, down }) {
    const svg = this.#region(region).firstChild;
    const { x, y } = svg.viewBox.baseVal, shown = svg.getScreenCTM();
    const point = new DOMPoint(x + right, y + down).matrixTransform(shown);
    return { x: point.x + scrollX, y: point.y + scrollY, size: shown.a };
  }

  /** Return the part of the page in which the regions of these pieces are visible. */
  visible(pieces) {
    const boxes = pieces.map(({ region }) => this.#region(region).getBoundingClientRect());
    const left = Math.min(...boxes.map((box) => box.left)), right = Math.max(...boxes.map((box) => box.right));
    const top = Math.min(...boxes.map((box) => box.top)), bottom = Math.max(...boxes.map((box) => box.bottom));
    return new DOMRect(left + scrollX, top + scrollY, right - left, bottom - top);
  }

  /** Move a copy through places, and remove it at the last. */
  move(copy, places, delay) {
    this.run(copy, places.map(({ x, y, size, turn = 0 }) => (
      { transform: `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${size})` }
    )), delay);
  }

  /** Animate shapes in the layer, and remove them at the end. */
  run(shapes, keyframes, delay, duration = STEP_MS) {
    const animation = shapes.animate(keyframes, { delay, duration, easing: EASING, fill: "both" });
    animation.addEventListener("finish", () => shapes.remove());
    this.#running.push(animation);
  }

  #region(name) {
    return this.#picture.querySelector(`.region[data-region="${CSS.escape(name)}"]`);
  }
}
