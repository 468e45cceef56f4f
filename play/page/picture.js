/** The picture of the table, and the targets in it that can be touched. */

import { Camera } from "./camera.js";
import { button, element, sentence } from "./elements.js";
import { Motion } from "./motion.js";

const SVG = "http://www.w3.org/2000/svg";
// The directions of the arrow keys: to the right, and down.
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1] };

export class Picture {
  #place;
  #touched;
  #rects = new Map();
  // The cameras of the regions by name.
  #regions = new Map();
  // A button that leads to the decision while it is out of sight.
  #call;
  #asked = [];
  // The chance that is shown above a recommended target.
  #chance = null;
  #motion;
  #shown = null;

  /**
   * @param place the element that contains the picture.
   * @param touched a function that is called with the name of a touched target.
   */
  constructor(place, touched) {
    this.#place = place;
    this.#touched = touched;
    this.#motion = new Motion(place);
    place.addEventListener("keydown", (event) => this.#pressed(event));
    new ResizeObserver(() => { for (const camera of this.#regions.values()) camera.fit(); }).observe(place);
    this.#call = button(place.parentElement, "▸ your turn", () => this.#comeBack(), { class: "strong call", hidden: true });
    addEventListener("scroll", () => this.#showCall(), { passive: true });
  }

  /**
   * Show a frame, in motion if it follows the one that is shown; return whether it does. The target
   * with the focus keeps it, and regions keep their scroll position.
   */
  show(frame) {
    const follows = this.#follows(frame);
    this.#shown = frame;
    this.#motion.leave();
    const focus = document.activeElement?.dataset?.target;
    const whole = {
      name: "", area: [0, 0, frame.width, frame.height], parts: [...frame.parts.keys()],
      text: Math.min(...frame.regions.map(({ text }) => text || Infinity)),
    };
    const regions = frame.narrow && frame.regions.length ? frame.regions : [whole];
    const names = regions.map(({ name }) => name);
    if (JSON.stringify(names) !== JSON.stringify([...this.#regions.keys()])) {
      this.#place.replaceChildren();
      this.#regions = new Map(names.map((name) => [name, new Camera(this.#place, name)]));
    }
    this.#rects.clear();
    for (const region of regions) this.#draw(frame, region);
    for (const camera of this.#regions.values()) camera.follow(this.#in(camera, frame.latest));
    if (focus) (this.#rects.get(focus) ?? this.#place).focus({ preventScroll: true });
    if (follows) this.#motion.arrive(frame.highlights);
    return follows;
  }

  /** Return whether a frame shows the position after the one that is shown. */
  #follows({ decision, view, narrow }) {
    const shown = this.#shown;
    return decision === shown?.decision + 1 && view === shown.view && narrow === shown.narrow;
  }

  #draw(frame, { name, area, parts, text }) {
    const [left, top, width, height] = area;
    const source = `<svg xmlns="${SVG}" viewBox="${area.join(" ")}">`
      + `${parts.map((part) => frame.parts[part]).join("")}</svg>`;
    const svg = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", sentence(name || frame.event || "start of the game"));
    // Targets have their own names, so screen readers do not need the tooltips of the groups below.
    for (const group of svg.querySelectorAll(":scope > g")) group.setAttribute("aria-hidden", "true");
    const above = element(svg, "g");
    for (const [target, [x, y, wide, high]] of Object.entries(frame.targets)) {
      const inside = x + wide / 2 - left, down = y + high / 2 - top;
      if (inside < 0 || down < 0 || inside > width || down > height) continue;
      const rect = element(above, "rect", { x, y, width: wide, height: high, rx: 6, class: "target", tabindex: -1 });
      rect.dataset.target = target;
      rect.setAttribute("aria-label", frame.labels[target] ?? target);
      rect.addEventListener("click", () => this.#touched(target));
      element(rect, "title", {}, frame.labels[target] ?? target);
      this.#rects.set(target, rect);
    }
    // Chances are drawn above the frames of targets. Screen readers find them in the names of the targets.
    for (const chance of svg.querySelectorAll("[data-name='chance']")) {
      chance.setAttribute("aria-hidden", "true");
      above.append(chance);
    }
    this.#regions.get(name).show(document.adoptNode(svg), area, text, [...above.querySelectorAll(".target")]);
  }

  /** Highlight the targets of a choice, or nothing if `choice` is null; frame those of advice, and show its chance. */
  light(choice, advice = null) {
    const live = choice?.live ?? new Set(), next = choice?.next ?? new Set();
    for (const [name, rect] of this.#rects) {
      const selected = choice?.selected.has(name) ?? false;
      rect.classList.toggle("live", live.has(name));
      rect.classList.toggle("next", next.has(name));
      rect.classList.toggle("selected", selected);
      rect.classList.toggle("advised", advice?.targets.includes(name) ?? false);
      rect.classList.toggle("asleep", choice === null);
      rect.setAttribute("role", live.has(name) ? "button" : "img");
      if (live.has(name)) rect.setAttribute("aria-pressed", String(selected));
      else rect.removeAttribute("aria-pressed");
    }
    this.#showChance(advice);
    this.#stop(document.activeElement);
    this.#asked = [...(next.size ? next : live)];
    for (const camera of this.#regions.values()) camera.ask(this.#in(camera, this.#asked), next.size > 0);
    this.#showCall();
    if (next.size && !this.#call.hidden) this.#comeBack();
  }

  /** Show the chance of a recommended action above its first target in the picture. */
  #showChance(advice) {
    this.#chance?.remove();
    const rect = advice && [...this.#rects].find(([name]) => advice.targets.includes(name))?.[1];
    if (!rect) return;
    const { x, y, width } = rect.getBBox(), area = rect.ownerSVGElement.viewBox.baseVal;
    this.#chance = element(rect.parentNode, "g", { class: "advice", "aria-hidden": "true" });
    const words = element(this.#chance, "text", { x: x + width / 2, y: Math.max(area.y + 11, y - 9) }, advice.chance);
    const box = words.getBBox();
    const back = element(this.#chance, "rect", { x: box.x - 5, y: box.y - 1, width: box.width + 10, height: box.height + 2, rx: 6 });
    words.before(back);
  }

  /** Focus the first target that can be touched, and return whether there is one. */
  focus() {
    const first = this.#place.querySelector(".target[tabindex='0']");
    first?.focus();
    return Boolean(first);
  }

  // --- the keyboard -----------------------------------------------------------------------------

  /** Make `wanted`, or else the first target to touch next, the only tab stop; return it. */
  #stop(wanted) {
    const stops = this.#stops();
    const stop = stops.find((rect) => rect === wanted)
      ?? stops.find((rect) => rect.classList.contains("next")) ?? stops[0];
    for (const rect of this.#rects.values()) rect.setAttribute("tabindex", rect === stop ? 0 : -1);
    // Without a target to focus, the keyboard scrolls the regions themselves.
    for (const { place } of this.#regions.values()) {
      if (stop) place.removeAttribute("tabindex");
      else place.setAttribute("tabindex", 0);
    }
    return stop;
  }

  /** Return the targets that the arrow keys reach: with a selection, the selected and the combinable ones, otherwise all. */
  #stops() {
    const having = (name) => [...this.#rects.values()].filter((rect) => rect.classList.contains(name));
    const selected = having("selected");
    return selected.length ? [...selected, ...having("next")] : having("live");
  }

  /** Return the target nearest to another one in a direction; without any there, the next or previous one. */
  #neighbour(target, [right, down]) {
    const stops = this.#stops();
    const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
    const [x, y] = middle(target.getBoundingClientRect());
    const distance = (stop) => {
      const [a, b] = middle(stop.getBoundingClientRect());
      const along = (a - x) * right + (b - y) * down, beside = Math.abs((a - x) * down) + Math.abs((b - y) * right);
      return along < 1 ? Infinity : along + 2 * beside;
    };
    const nearest = stops.reduce((best, stop) => (distance(stop) < distance(best) ? stop : best));
    if (distance(nearest) < Infinity) return nearest;
    return stops.at((stops.indexOf(target) + right + down) % stops.length);
  }

  #pressed(event) {
    const target = event.target.dataset?.target;
    if (!target || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") this.#touched(target);
    else if (event.key in DIRECTIONS) this.#stop(this.#neighbour(event.target, DIRECTIONS[event.key])).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // --- the decision, out of sight ---------------------------------------------------------------

  /** Offer a way to the decision if no region with a target asked for is in the window. */
  #showCall() {
    const places = this.#placesAsked().map((place) => place.getBoundingClientRect());
    this.#call.hidden = !places.length || places.some(({ top, bottom }) => bottom > 0 && top < innerHeight);
  }

  #comeBack() {
    this.#placesAsked()[0].scrollIntoView({ block: "nearest" });
    this.#showCall();
  }

  /** Scroll the page to the region of the latest turn, or to the first region. */
  reveal() {
    const cameras = [...this.#regions.values()];
    const latest = cameras.find((camera) => this.#in(camera, this.#shown.latest).length);
    (latest ?? cameras[0]).place.scrollIntoView({ block: "nearest" });
  }

  #placesAsked() {
    return [...this.#regions.values()].filter((camera) => this.#in(camera, this.#asked).length).map(({ place }) => place);
  }

  /** Return the rectangles of the named targets that are in the region of a camera. */
  #in({ svg }, names) {
    return names.map((name) => this.#rects.get(name)).filter((rect) => svg.contains(rect ?? null));
  }
}
