import type { RemoveListener } from './view.js';

/** Listeners of a value that changes. A new listener gets the present value at once, if there is one. */
export class ObservableValue<Value extends object> {
  readonly #listeners = new Set<(value: Value) => void>();
  #value: Value | undefined;

  /** Replaces the value and calls all listeners. */
  set(value: Value): void {
    this.#value = value;
    for (const listener of this.#listeners) listener(value);
  }

  add(listener: (value: Value) => void): RemoveListener {
    // Each call adds a listener of its own, also when the same function is added twice.
    const own = (value: Value): void => listener(value);
    this.#listeners.add(own);
    if (this.#value !== undefined) own(this.#value);
    return () => this.#listeners.delete(own);
  }
}
