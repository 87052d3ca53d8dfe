import type { RemoveListener } from './view.js';

/** Value with listeners. A new listener is called with the current value immediately, if there is one. */
export class ObservableValue<Value extends object> {
  readonly #listeners = new Set<(value: Value) => void>();
  #value: Value | undefined;

  /** Replaces the value and calls all listeners. */
  set(value: Value): void {
    this.#value = value;
    for (const listener of this.#listeners) listener(value);
  }

  add(listener: (value: Value) => void): RemoveListener {
    // A new function, because the same listener may be added twice.
    const own = (value: Value): void => listener(value);
    this.#listeners.add(own);
    if (this.#value !== undefined) own(this.#value);
    return () => this.#listeners.delete(own);
  }
}
