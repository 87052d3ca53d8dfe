import type { Connection } from '../../core/connection/connection.js';
import type { Exchange } from '../../core/exchange/exchange.js';
import { failOnShutdown } from './fail-on-shutdown.js';

/** Running requests without a session. */
export class UnfinishedRequests {
  readonly #exchanges = new Set<Exchange>();
  /** Connections of batches. */
  readonly #connections = new Set<Connection>();

  /** Tracks a request until it is closed; then resolves. */
  add(exchange: Exchange): Promise<void> {
    this.#exchanges.add(exchange);
    return new Promise((resolve) => {
      exchange.beforeClose(() => {
        this.#exchanges.delete(exchange);
        resolve();
      });
    });
  }

  /** Tracks the requests of a batch until all have responses; then resolves. */
  async addBatch(connection: Connection): Promise<void> {
    this.#connections.add(connection);
    await connection.whenIdle();
    this.#connections.delete(connection);
  }

  /** Fails all requests with an error after which clients may retry, and stops them. */
  failOnShutdown(): void {
    for (const exchange of this.#exchanges) failOnShutdown(exchange);
    for (const connection of this.#connections) connection.forEach(failOnShutdown);
  }
}
