/** Estimates, which are means with 95 % intervals, as words and as bars. */

import { element } from "./elements.js";

/** Whether an estimate is known exactly. */
export const isExact = ({ low, high }) => low === high;

/** Return "34 % (30–39)", or "34.2 %" for an exact share. */
export function share(estimate) {
  return `${percents(estimate.mean, estimate)} %${between(estimate.low, estimate.high, estimate)}`;
}

/** Return the size of a difference between shares, as in "12 percentage points (8–16)". */
export function points(estimate) {
  const [low, high] = estimate.mean < 0
    ? [-estimate.high, -estimate.low] : [estimate.low, estimate.high];
  return `${percents(Math.abs(estimate.mean), estimate)} percentage points${between(low, high, estimate)}`;
}

/** Return "1.50 (1.42–1.58)", or "1.50" for an exact number. */
export function number({ mean, low, high }) {
  return low === high ? mean.toFixed(2) : `${mean.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

/** Whether the sign of an estimate is clear. */
export const isClear = ({ low, high }) => low > 0 || high < 0;

/** Append a bar from 0 to `most` with a light interval and a line at the mean. */
export function bar(parent, { mean, low, high }, color, most = 1) {
  const svg = element(parent, "svg", {
    class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true",
  });
  const x = (value) => 100 * value / (most || 1);
  element(svg, "rect", { x: 0, y: 2, width: x(mean), height: 6, fill: color, opacity: 0.45 });
  element(svg, "rect", { x: x(low), y: 4, width: Math.max(0, x(high) - x(low)), height: 2, fill: color });
}

/** Return a share in percent, with a decimal if it is exact or its interval is narrow. */
function percents(value, { low, high }) {
  return (100 * value).toFixed(high - low < 0.02 ? 1 : 0);
}

function between(low, high, estimate) {
  return isExact(estimate) ? "" : ` (${percents(low, estimate)}–${percents(high, estimate)})`;
}
