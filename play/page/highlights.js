/** Highlights: parts of the picture that light up while they score, with the points of each seat. */

import { element } from "./elements.js";

// Milliseconds for which one part of a scoring is lit up, and that a complete scoring takes.
const LIT_MS = 700;
export const SCORING_MS = 2000;
// Width and height of a label with a player's points, and the gap between two labels, in pixels.
const GAIN = { width: 36, height: 24, gap: 4 };

/** Light up parts of the picture, one after another, once everything in the layer has moved. */
export function lightUp(layer, highlights, pieces) {
  const start = layer.duration;
  const pitch = Math.min(LIT_MS / 2, (SCORING_MS - LIT_MS) / (highlights.length - 1 || 1));
  highlights.forEach(({ pieces: names, links, points }, number) => {
    const lit = layer.group({ class: "lit" });
    const lone = names.map((name) => pieces.get(name));
    const linked = links.map((link) => link.map((name) => pieces.get(name)));
    for (const piece of lone) {
      const { x, y, size } = layer.at(piece);
      layer.copy(piece, lit).setAttribute("transform", `translate(${x} ${y}) scale(${size})`);
    }
    for (const pair of linked) {
      const [one, other] = pair.map((piece) => layer.at(piece));
      element(lit, "line", { x1: one.x, y1: one.y, x2: other.x, y2: other.y });
    }
    const all = [...linked.flat(), ...lone], middles = all.map((piece) => layer.at(piece));
    const visible = layer.visible(all);
    clip(lit, `visible-${number}`, visible);
    showPoints(lit, mean(middles.map(({ x }) => x)), mean(middles.map(({ y }) => y)), points, visible);
    layer.run(lit, [0, 1, 1, 0].map((opacity) => ({ opacity })), start + number * pitch, LIT_MS);
  });
}

/** Hide the parts of shapes that are outside a box. */
function clip(shapes, id, { x, y, width, height }) {
  element(element(shapes, "clipPath", { id }), "rect", { x, y, width, height });
  shapes.setAttribute("clip-path", `url(#${id})`);
}

/** Show the points of the scoring seats, centred at (`x`, `y`) or as near to it as fits in a box. */
function showPoints(lit, x, y, points, box) {
  const { width, height, gap } = GAIN;
  const gains = [...points.entries()].filter(([, score]) => score);
  const all = gains.length * (width + gap) - gap;
  const left = within(x - all / 2, box.left, box.right - all);
  const top = within(y - height / 2, box.top, box.bottom - height);
  gains.forEach(([seat, score], at) => {
    const start = left + at * (width + gap);
    const gain = element(lit, "g", { class: `gain seat-${seat}` });
    element(gain, "rect", { x: start, y: top, width, height, rx: height / 4 });
    element(gain, "text", { x: start + width / 2, y: top + height / 2 }, `+${score}`);
  });
}

const within = (value, low, high) => Math.max(low, Math.min(high, value));

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
