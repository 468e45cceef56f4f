/** Line charts of values after each decision of a game, for replays and for the pages of tables. */

const SVG = "http://www.w3.org/2000/svg";

/** Append a new element to `parent` and return it. */
export function element(parent, tag, attributes = {}, text = "") {
  const made = tag === "svg" || parent.namespaceURI === SVG
    ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null) made.setAttribute(name, value);
  }
  if (text !== "") made.textContent = text;
  parent.append(made);
  return made;
}

// The colours of seats, darker than in pictures where that is needed for a contrast of 3 with light backgrounds.
export const SEATS = ["#0a7cbd", "#d55e00", "#009e73", "#cc79a7", "#b37b00", "#3a96cc"];
const DASHES = ["", "9 3", "3 3", "12 3 3 3", "1 3", "14 5"];
const SHARES = { low: 0, high: 1, words: (share) => `${100 * share} %` };
const WIDTH = 320, HEIGHT = 150, LEFT = 42, EDGE = 8;

/**
 * Draw a chart with a curve for each seat, the band of its intervals, and a legend.
 * @param place the element that the chart is appended to.
 * @param label a description for people who can't see the chart.
 * @param names the names of all seats for the legend.
 * @param curves for each seat a list of [decision, estimate], where an estimate has `low`, `mean` and `high`.
 * @param last the number of decisions of the game.
 * @param clicked a function that is called with the decision that was clicked.
 * @param scale the lowest and highest value, and functions that return the words for a value of the
 *   axis and for an estimate in the legend. Without the latter, the legend shows only names.
 * @returns a function that marks a decision.
 */
export function drawCurves(place, label, names, curves, last, clicked, scale = SHARES) {
  const { low, high, words, value } = scale;
  const x = (decision) => LEFT + (WIDTH - LEFT - EDGE) * decision / Math.max(1, last);
  const y = (number) => EDGE + (HEIGHT - 2 * EDGE) * (high - number) / (high - low);
  const svg = element(place, "svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "img", "aria-label": label,
  });
  for (const number of [low, (low + high) / 2, high]) {
    element(svg, "line", { x1: LEFT, x2: WIDTH - EDGE, y1: y(number), y2: y(number), class: "grid" });
    element(svg, "text", { x: LEFT - 4, y: y(number) + 4, class: "tick" }, words(number));
  }
  const line = (points, end) => points.map(([at, estimate]) => `${x(at)},${y(estimate[end])}`);
  curves.forEach((points, seat) => {
    element(svg, "polygon", {
      points: [...line(points, "low"), ...line(points, "high").reverse()].join(" "),
      fill: SEATS[seat], opacity: 0.2,
    });
  });
  curves.forEach((points, seat) => {
    element(svg, "polyline", { points: line(points, "mean").join(" "), ...stroke(seat) });
  });
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const at = (event.clientX - box.left) / box.width * WIDTH;
    const share = (at - LEFT) / (WIDTH - LEFT - EDGE);
    clicked(Math.round(Math.max(0, Math.min(1, share)) * last));
  });
  const legend = element(place, "ul", { class: "legend" });
  const values = names.map((name, seat) => {
    const item = element(legend, "li");
    const sample = element(item, "svg", { viewBox: "0 0 30 10", "aria-hidden": "true" });
    element(sample, "line", { x1: 0, x2: 30, y1: 5, y2: 5, ...stroke(seat) });
    element(item, "span", {}, name);
    return value && element(item, "b");
  });
  const cursor = element(svg, "line", { y1: EDGE, y2: HEIGHT - EDGE, class: "cursor", visibility: "hidden" });
  return (decision) => {
    for (const end of ["x1", "x2"]) cursor.setAttribute(end, x(decision));
    cursor.setAttribute("visibility", "visible");
    if (!value) return;
    curves.forEach((points, seat) => {
      const known = points.findLast(([at]) => at <= decision);
      values[seat].textContent = known ? value(known[1]) : "–";
    });
  };
}

function stroke(seat) {
  return { fill: "none", stroke: SEATS[seat], "stroke-width": 2, "stroke-dasharray": DASHES[seat] };
}
