import type { ExchangeOwner } from '../exchange.js';

/** Waits for the end of one exchange. */
export class Ending implements ExchangeOwner {
  #resolve = (): void => {};

  /** Resolves when the exchange is closed; to be asked for once, before that. */
  get promise(): Promise<void> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  forget(): void {
    this.#resolve();
  }
}
