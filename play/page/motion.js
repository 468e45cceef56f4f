/** Motion from the picture of one position to the next: pieces move, cards turn, dice tumble. */

import { element, still } from "./elements.js";

// Milliseconds that one motion takes, and by which each die of a throw is later than the last.
const STEP_MS = 350, DIE_MS = 10;
// Milliseconds that one part of a scoring is lit up, and of a complete scoring.
const LIT_MS = 700;
export const SCORING_MS = 2000;
// Width and height of the points that a player scores, and the gap between them, in pixels.
const GAIN = { width: 36, height: 24, gap: 4 };
// When a piece that changes on the way is covered by what it becomes, as a part of the way.
const COVERED = 0.6;
// Where a die begins to roll, in its own widths and heights; its rotation in degrees, which is less
// and in the other direction for each further die; its size.
const ROLL = { right: 3, down: 1.6, turn: 560, less: 70, size: 1.6 };
const EASING = "cubic-bezier(.4, 0, .2, 1)";
// The separator of the names in `data-origins`.
const SEPARATOR = "|";

/**
 * Copies of moving pieces lie in a layer above the page, so that nothing covers them, while the
 * pieces themselves wait unseen at their new places.
 */
export class Motion {
  #place;
  #before = new Map();
  #layer = null;
  #request = null;
  #running = [];

  /** @param place the element that contains the regions of the picture. */
  constructor(place) {
    this.#place = place;
    // Copies would not follow a region that scrolls.
    place.addEventListener("scroll", () => { if (this.#layer) this.end(); }, { capture: true, passive: true });
  }

  /** Remember the places of all pieces, before another picture is shown. */
  leave() {
    this.end();
    this.#before = still.matches ? new Map() : this.#pieces();
  }

  /** Move the pieces to their places in the picture that is now shown, then light up scorings. */
  arrive(highlights) {
    if (!this.#before.size) return;
    // By then the page is laid out and scrolled for the new picture.
    this.#request = requestAnimationFrame(() => this.#start(this.#before, this.#pieces(), highlights));
  }

  /** End all motion. */
  end() {
    cancelAnimationFrame(this.#request);
    for (const animation of this.#running.splice(0)) animation.cancel();
    this.#layer?.remove();
    this.#layer = null;
  }

  /** Return all pieces by name, with the middle of each in its region. */
  #pieces() {
    const pieces = new Map();
    for (const region of this.#place.querySelectorAll(".region")) {
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

  #start(before, after, highlights) {
    this.#layer = element(document.body, "svg", { class: "motion", "aria-hidden": "true" });
    const left = new Set();
    let dice = 0;
    for (const [name, piece] of after) {
      const { origins, step = 0, tumbles } = piece.shapes.dataset;
      const same = before.get(name);
      const named = origins?.split(SEPARATOR).filter((origin) => before.has(origin)) ?? [];
      if (tumbles) this.#roll(piece, dice++);
      else if (origins || !same) this.#come(piece, named.map((origin) => before.get(origin)), step * STEP_MS);
      else if (Math.hypot(piece.right - same.right, piece.down - same.down) > 1) this.#come(piece, [same], step * STEP_MS);
      for (const origin of named) left.add(origin);
    }
    for (const [name, piece] of before) {
      const { origins, step = 0 } = after.get(name)?.shapes.dataset ?? {};
      if (left.has(name)) continue;
      if (!after.has(name)) this.#fade(piece);
      // A piece that grows stays as it was until the others have come.
      else if (origins) this.#animate(this.#copy(piece), [this.#at(piece), this.#at(after.get(name))], step * STEP_MS);
    }
    this.#light(highlights, after);
    const layer = this.#layer;
    Promise.allSettled(this.#running.map(({ finished }) => finished)).then(() => {
      if (layer === this.#layer) this.end();
    });
  }

  /** Move a piece to its place from those of its origins, which it covers on the way. */
  #come(piece, origins, delay) {
    this.#hide(piece, delay);
    const to = this.#at(piece);
    for (const origin of origins) {
      const from = this.#at(origin);
      this.#animate(this.#copy(origin), [from, { ...to, size: from.size * fit(origin, piece) }], delay);
    }
    const [origin] = origins;
    const from = origin ? { ...this.#at(origin), size: to.size * fit(piece, origin) } : { ...to, size: 0.8 * to.size };
    const copy = this.#copy(piece);
    this.#animate(copy, [from, to], delay);
    this.#run(copy, [{ opacity: 0 }, { opacity: 1, offset: COVERED }, { opacity: 1 }], delay);
  }

  #roll(die, number) {
    const to = this.#at(die), turn = (number % 2 ? -1 : 1) * (ROLL.turn - number * ROLL.less);
    const from = {
      x: to.x + ROLL.right * die.width * to.size, y: to.y + ROLL.down * die.height * to.size,
      size: ROLL.size * to.size, turn,
    };
    this.#hide(die, number * DIE_MS);
    this.#animate(this.#copy(die), [from, to], number * DIE_MS);
  }

  #fade(piece) {
    const copy = this.#copy(piece), at = this.#at(piece);
    this.#animate(copy, [at, at], 0);
    this.#run(copy, [{ opacity: 1 }, { opacity: 0 }], 0);
  }

  /** Light up parts of the picture that score, one after another, with the points of each seat. */
  #light(highlights, pieces) {
    const start = Math.max(0, ...this.#running.map(({ effect }) => effect.getComputedTiming().endTime));
    const pitch = Math.min(LIT_MS / 2, (SCORING_MS - LIT_MS) / (highlights.length - 1 || 1));
    highlights.forEach(({ pieces: names, links, points }, number) => {
      const lit = element(this.#layer, "g", { class: "lit" });
      const ends = links.map((link) => link.map((name) => this.#at(pieces.get(name))));
      const middles = [...ends.flat(), ...names.map((name) => this.#at(pieces.get(name)))];
      for (const name of names) {
        const { x, y, size } = this.#at(pieces.get(name));
        this.#copy(pieces.get(name), lit).setAttribute("transform", `translate(${x} ${y}) scale(${size})`);
      }
      for (const [one, other] of ends) element(lit, "line", { x1: one.x, y1: one.y, x2: other.x, y2: other.y });
      this.#showPoints(lit, mean(middles.map(({ x }) => x)), mean(middles.map(({ y }) => y)), points);
      this.#run(lit, [0, 1, 1, 0].map((opacity) => ({ opacity })), start + number * pitch, LIT_MS);
    });
  }

  #showPoints(lit, x, y, points) {
    const gains = [...points.entries()].filter(([, score]) => score);
    gains.forEach(([seat, score], at) => {
      const middle = x + (at - (gains.length - 1) / 2) * (GAIN.width + GAIN.gap);
      const gain = element(lit, "g", { class: `gain seat-${seat}` });
      const { width, height } = GAIN;
      element(gain, "rect", { x: middle - width / 2, y: y - height / 2, width, height, rx: height / 4 });
      element(gain, "text", { x: middle, y }, `+${score}`);
    });
  }

  /** Hide a piece until its copy has come. */
  #hide({ shapes }, delay) {
    this.#running.push(shapes.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + STEP_MS }));
  }

  /** Return a copy of a piece around the origin of the layer. */
  #copy({ shapes, middle }, place = this.#layer) {
    const copy = element(place, "g");
    element(copy, "g", { transform: `translate(${-middle.x} ${-middle.y})` }).append(shapes.cloneNode(true));
    return copy;
  }

  /** Return the middle of a piece on the page and the size of a unit, as its region is now shown. */
  #at({ region, right, down }) {
    const svg = this.#place.querySelector(`.region[data-region="${CSS.escape(region)}"] svg`);
    const { x, y } = svg.viewBox.baseVal, shown = svg.getScreenCTM();
    const point = new DOMPoint(x + right, y + down).matrixTransform(shown);
    return { x: point.x + scrollX, y: point.y + scrollY, size: shown.a };
  }

  #animate(copy, places, delay) {
    this.#run(copy, places.map(({ x, y, size, turn = 0 }) => (
      { transform: `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${size})` }
    )), delay);
  }

  /** Animate shapes in the layer, and remove them at the end. */
  #run(shapes, keyframes, delay, duration = STEP_MS) {
    const animation = shapes.animate(keyframes, { delay, duration, easing: EASING, fill: "both" });
    animation.addEventListener("finish", () => shapes.remove());
    this.#running.push(animation);
  }
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** Return the factor at which one piece fits into the box of another. */
const fit = (piece, other) => Math.min(other.width / piece.width, other.height / piece.height);
