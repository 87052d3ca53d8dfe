import type { RemoveListener } from './view.js';

/** Value with listeners. A new listener is immediately called with the current value, if there is one. */
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
    const added = (value: Value): void => listener(value);
    this.#listeners.add(added);
    if (this.#value !== undefined) added(this.#value);
    return () => this.#listeners.delete(added);
  }
}
