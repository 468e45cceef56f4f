/** Motion from the picture of one position to the next: pieces move, cards turn, dice tumble. */

import { still } from "./elements.js";
import { lightUp } from "./highlights.js";
import { findPieces, Layer, STEP_MS } from "./layer.js";

// Milliseconds by which each die of a throw starts later than the previous one.
const DIE_MS = 10;
// When the new form of a piece that changes while it moves completely covers the old form, as a
// fraction of the motion.
const COVERED = 0.6;
// The start of a rolling die: its distance from its place, in widths and heights of the die; its
// rotation in degrees, which is smaller by `less` and in the opposite direction for each further die;
// and its size, as a multiple of its final size.
const ROLL = { right: 3, down: 1.6, turn: 560, less: 70, size: 1.6 };
// The separator of the names in `data-origins`.
const SEPARATOR = "|";

/** Moves copies of pieces in a layer, while the pieces themselves are hidden at their new places. */
export class Motion {
  #place;
  #before = new Map();
  #layer = null;
  #request = null;

  /** @param place the element that contains the regions of the picture. */
  constructor(place) {
    this.#place = place;
    // Copies would not follow a region that scrolls.
    place.addEventListener("scroll", () => { if (this.#layer) this.end(); }, { capture: true, passive: true });
  }

  /** Remember the places of all pieces, before another picture is shown. */
  leave() {
    this.end();
    this.#before = still.matches ? new Map() : findPieces(this.#place);
  }

  /** Move the pieces to their places in the picture that is now shown, then light up scorings. */
  arrive(highlights) {
    if (!this.#before.size) return;
    // By then the page is laid out and scrolled for the new picture.
    this.#request = requestAnimationFrame(() => this.#start(this.#before, findPieces(this.#place), highlights));
  }

  /** End all motion. */
  end() {
    cancelAnimationFrame(this.#request);
    this.#layer?.remove();
    this.#layer = null;
  }

  #start(before, after, highlights) {
    const layer = this.#layer = new Layer(this.#place);
    const left = new Set();
    let dice = 0;
    for (const [name, piece] of after) {
      const { origins, step = 0, tumbles } = piece.shapes.dataset;
      const same = before.get(name);
      const named = origins?.split(SEPARATOR).filter((origin) => before.has(origin)) ?? [];
      if (tumbles) roll(layer, piece, dice++);
      else if (origins || !same) come(layer, piece, named.map((origin) => before.get(origin)), step * STEP_MS);
      else if (Math.hypot(piece.right - same.right, piece.down - same.down) > 1) come(layer, piece, [same], step * STEP_MS);
      for (const origin of named) left.add(origin);
    }
    for (const [name, piece] of before) {
      const { origins, step = 0 } = after.get(name)?.shapes.dataset ?? {};
      if (left.has(name)) continue;
      if (!after.has(name)) fade(layer, piece);
      // A piece that grows keeps its old appearance until the pieces that join it have arrived.
      else if (origins) layer.move(layer.copy(piece), [layer.at(piece), layer.at(after.get(name))], step * STEP_MS);
    }
    lightUp(layer, highlights, after);
    layer.ended.then(() => {
      if (layer === this.#layer) this.end();
    });
  }
}

/** Move a piece to its place from the places of its origins, and let it cover copies of them as it moves. */
function come(layer, piece, origins, delay) {
  layer.hide(piece, delay);
  const to = layer.at(piece);
  for (const origin of origins) {
    const from = layer.at(origin);
    layer.move(layer.copy(origin), [from, { ...to, size: from.size * fit(origin, piece) }], delay);
  }
  const [origin] = origins;
  const from = origin ? { ...layer.at(origin), size: to.size * fit(piece, origin) } : { ...to, size: 0.8 * to.size };
  const copy = layer.copy(piece);
  layer.move(copy, [from, to], delay);
  layer.run(copy, [{ opacity: 0 }, { opacity: 1, offset: COVERED }, { opacity: 1 }], delay);
}

/** Let a die roll to its place; `number` counts the dice of a throw. */
function roll(layer, die, number) {
  const to = layer.at(die), turn = (number % 2 ? -1 : 1) * (ROLL.turn - number * ROLL.less);
  const from = {
    x: to.x + ROLL.right * die.width * to.size, y: to.y + ROLL.down * die.height * to.size,
    size: ROLL.size * to.size, turn,
  };
  layer.hide(die, number * DIE_MS);
  layer.move(layer.copy(die), [from, to], number * DIE_MS);
}

/** Let a piece vanish where it was. */
function fade(layer, piece) {
  const copy = layer.copy(piece), at = layer.at(piece);
  layer.move(copy, [at, at], 0);
  layer.run(copy, [{ opacity: 1 }, { opacity: 0 }], 0);
}

/** Return the factor at which one piece fits into the box of another. */
const fit = (piece, other) => Math.min(other.width / piece.width, other.height / piece.height);
