/** A decision in the making: what has been pointed at, and which legal actions that leaves. */

export class Choice {
  #actions;

  /** @param actions the legal ones, each with the targets it points at: `targets`. */
  constructor(actions) {
    this.#actions = actions;
    this.selected = new Set();
  }

  /** The legal actions that point at all that is selected. */
  get candidates() {
    return this.#pointingAt(this.selected);
  }

  /** The targets that can be touched now: others of the candidates, and what starts anew. */
  get live() {
    return new Set(this.#actions.flatMap((action) => action.targets));
  }

  /** The targets that go with what is selected. */
  get next() {
    const targets = this.candidates.flatMap((action) => action.targets);
    return new Set(this.selected.size ? targets.filter((target) => !this.selected.has(target)) : []);
  }

  /** The actions that point at what is selected and nothing else: they can be confirmed. */
  get ready() {
    return this.candidates.filter((action) => action.targets.length === this.selected.size);
  }

  /**
   * Touch a target: select it, or take that back; what doesn't go with it is taken back.
   * Of targets that are alike, "card red" and "card red (2)", the first that is left is meant.
   */
  touch(touched) {
    const alike = this.#alike(touched);
    if (this.selected.has(touched)) {
      this.selected.delete(alike.findLast((other) => this.selected.has(other)));
      return;
    }
    const target = alike.find((other) => !this.selected.has(other));
    const both = new Set([...this.selected, target]);
    this.selected = this.#pointingAt(both).length ? both : this.#withMostOf(target);
    const left = this.candidates;
    if (left.length === 1) this.selected = new Set(left[0].targets);
  }

  /** Select all that an action points at. */
  choose(action) {
    this.selected = new Set(action.targets);
  }

  #alike(target) {
    const kind = (name) => name.replace(/ \(\d+\)$/, "");
    const number = (name) => Number(name.match(/ \((\d+)\)$/)?.[1] ?? 1);
    return [...this.live].filter((other) => kind(other) === kind(target))
      .sort((one, other) => number(one) - number(other));
  }

  #pointingAt(targets) {
    return this.#actions.filter((action) => [...targets].every((t) => action.targets.includes(t)));
  }

  /** `target` with as much of what was selected before as some action points at, too. */
  #withMostOf(target) {
    const kept = new Set([target]);
    for (const other of this.selected) {
      kept.add(other);
      if (!this.#pointingAt(kept).length) kept.delete(other);
    }
    return kept;
  }
}
