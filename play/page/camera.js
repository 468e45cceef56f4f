/** The view of a region of the picture: its scale, and the part of it in sight. */

import { button, element, touch } from "./elements.js";

// Minimum sizes of text and of targets, in pixels, for a mouse and for fingers.
const SMALLEST = { mouse: { text: 11, target: 24 }, fingers: { text: 12, target: 44 } };
// Maximum scale, and the factor of one step of the buttons.
const LARGEST = 6, STEP = 1.4;
// Regions wider than this, in units of the picture, can be zoomed and take the whole width of a
// window even if two regions would fit next to each other.
const BROAD = 600;
// Distance of what is revealed from the edges of the view, in pixels.
const MARGIN = 24;
// The key in local storage that remembers that the whole region is shown.
const KEPT = "whole";
const SIDES = { left: "◀", right: "▶", above: "▲", below: "▼" };

export class Camera {
  #view;
  #tools;
  #edges = {};
  #asked = [];
  #area = [0, 0, 1, 1];
  // The scale at which everything can be read and touched, and the scale that is shown.
  #readable = 1;
  #scale = 1;
  // The scale chosen by the user: 0 shows the whole region, null what can be read and touched.
  #chosen = localStorage.getItem(KEPT) ? 0 : null;
  #isPlaced = false;

  /** @param parent the element to which a view of the region `name` is appended. */
  constructor(parent, name) {
    this.#view = element(parent, "div", { class: "view" });
    for (const [side, arrow] of Object.entries(SIDES)) {
      this.#edges[side] = button(this.#view, "", () => this.#reveal(this.#outside(side)), { class: `edge ${side}`, hidden: true });
      this.#edges[side].dataset.arrow = arrow;
    }
    this.#tools = element(this.#view, "div", { class: "tools" });
    const tool = (sign, words, clicked) => button(this.#tools, sign, clicked, { title: words, "aria-label": words });
    tool("+", "zoom in", () => this.#zoom(this.#scale * STEP));
    tool("−", "zoom out", () => this.#zoom(this.#scale / STEP));
    tool("fit", "show the whole picture, or what can be read", () => this.#toggle());
    // The keyboard goes from the targets straight to the buttons that confirm.
    this.place = element(this.#view, "div", { class: "region", role: "group", "aria-label": name || "picture", "data-region": name });
    this.place.addEventListener("scroll", () => this.#announce(), { passive: true });
    this.place.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;  // Browsers report a pinch on a touchpad as a wheel with Ctrl.
      event.preventDefault();
      this.#zoom(this.#scale * Math.exp(-event.deltaY / 100), event);
    }, { passive: false });
    this.#pinch();
    // In an overview, targets are too small for fingers, so a touch zooms in.
    this.place.addEventListener("click", (event) => {
      if (!touch.matches || event.detail === 0 || this.#scale > 0.99 * this.#readable) return;
      event.stopPropagation();
      this.#zoom(this.#readable, event);
    }, { capture: true });
  }

  /** Show a picture of the area `area`, with texts of at least `text` units, and targets. */
  show(svg, area, text, targets) {
    const smallest = SMALLEST[touch.matches ? "fingers" : "mouse"];
    const sides = targets.flatMap((rect) => [rect.width.baseVal.value, rect.height.baseVal.value]);
    this.#readable = Math.max(smallest.text / (text || Infinity), smallest.target / Math.min(...sides, Infinity));
    this.#area = area;
    this.svg = svg;
    const isBroad = area[2] > BROAD;
    this.#view.classList.toggle("broad", isBroad);
    this.#tools.hidden = !isBroad;
    this.place.replaceChildren(svg);
    this.fit();
  }

  /** Set the size of the picture. */
  fit() {
    if (!this.svg) return;
    const [, , width, height] = this.#area;
    const room = parseFloat(getComputedStyle(this.place).maxHeight) || Infinity;
    const whole = Math.min(this.place.clientWidth / width, room / height);
    const chosen = this.#tools.hidden ? null : this.#chosen;
    this.#scale = Math.max(whole, Math.min(chosen ?? this.#readable, LARGEST));
    this.svg.style.width = `${Math.floor(this.#scale * width)}px`;
    this.#announce();
  }

  /** Scroll to the targets of the latest turn, or to the last of them if the view can't show all. */
  follow(targets) {
    if (!targets.length) return;
    this.#reveal(targets);
    if (!targets.every((rect) => this.#isInSight(rect))) this.#reveal(targets.slice(-1));
  }

  /**
   * Announce the targets asked for, and scroll to them if none is in sight after a selection. A view
   * stays where it is when a decision begins, unless it has never shown anything.
   */
  ask(targets, isSelecting) {
    this.#asked = targets;
    const isFar = isSelecting && !targets.some((rect) => this.#isInSight(rect));
    if (targets.length && (isFar || !this.#isPlaced)) this.#reveal(targets);
    this.#announce();
  }

  /** Show the whole region, or what can be read and touched; also in later visits. */
  #toggle() {
    const isWhole = this.#chosen === 0;
    if (isWhole) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, "yes");
    this.#zoom(isWhole ? null : 0);
  }

  /** Change the scale; what is at a point of the window, by default in the middle, stays there. */
  #zoom(scale, point = null) {
    const { left, top } = this.place.getBoundingClientRect();
    const x = point ? point.clientX - left : this.place.clientWidth / 2;
    const y = point ? point.clientY - top : this.place.clientHeight / 2;
    const before = this.#scale;
    this.#chosen = scale;
    this.fit();
    const factor = this.#scale / before;
    this.place.scrollTo((this.place.scrollLeft + x) * factor - x, (this.place.scrollTop + y) * factor - y);
  }

  /** Zoom with two fingers; one finger scrolls. */
  #pinch() {
    let start = null;
    const apart = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    this.place.addEventListener("touchstart", ({ touches }) => {
      start = touches.length === 2 && !this.#tools.hidden ? { apart: apart(touches), scale: this.#scale } : null;
    }, { passive: true });
    this.place.addEventListener("touchmove", (event) => {
      if (!start || event.touches.length !== 2) return;
      event.preventDefault();
      const [one, other] = event.touches;
      const middle = { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 };
      this.#zoom(start.scale * apart(event.touches) / start.apart, middle);
    }, { passive: false });
  }

  /** Scroll these targets to the middle of the view, unless all of them are in sight. */
  #reveal(targets) {
    this.#isPlaced = true;
    if (targets.every((rect) => this.#isInSight(rect, MARGIN))) return;
    const boxes = targets.map((rect) => rect.getBBox());
    const middle = (low, high) => (Math.min(...boxes.map(low)) + Math.max(...boxes.map(high))) / 2;
    const x = middle((box) => box.x, (box) => box.x + box.width);
    const y = middle((box) => box.y, (box) => box.y + box.height);
    this.place.scrollTo(
      (x - this.#area[0]) * this.#scale - this.place.clientWidth / 2,
      (y - this.#area[1]) * this.#scale - this.place.clientHeight / 2,
    );
  }

  #isInSight(rect, margin = 0) {
    return this.#sides(rect, margin).length === 0;
  }

  /** Return the sides on which the middle of a target is outside the view, or nearer than `margin`. */
  #sides(rect, margin = 0) {
    const view = this.place.getBoundingClientRect(), box = rect.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    const beyond = {
      left: x < view.left + margin, right: x > view.right - margin,
      above: y < view.top + margin, below: y > view.bottom - margin,
    };
    return Object.keys(SIDES).filter((side) => beyond[side]);
  }

  /** Return the targets asked for that are outside the view on a side. */
  #outside(side) {
    return this.#asked.filter((rect) => this.#sides(rect)[0] === side);
  }

  /** Show at each edge of the view how many targets asked for are outside. */
  #announce() {
    for (const [side, shown] of Object.entries(this.#edges)) {
      const number = this.#outside(side).length;
      shown.hidden = !number;
      shown.textContent = `${shown.dataset.arrow} ${number}`;
      shown.setAttribute("aria-label", `show ${number} more ${number === 1 ? "possibility" : "possibilities"} ${side === "left" || side === "right" ? `on the ${side}` : side}`);
    }
  }
}
