import type { Connection } from '../../core/connection/connection.js';
import type { Exchange } from '../../core/exchange/exchange.js';
import { failOnShutdown } from './fail-on-shutdown.js';

/** Running requests that belong to no session. */
export class UnfinishedRequests {
  readonly #exchanges = new Set<Exchange>();
  /** Connections that last as long as a batch. */
  readonly #connections = new Set<Connection>();

  /** Adds a request until it is closed. Resolves when it is. */
  add(exchange: Exchange): Promise<void> {
    this.#exchanges.add(exchange);
    return new Promise((resolve) => {
      exchange.beforeClose(() => {
        this.#exchanges.delete(exchange);
        resolve();
      });
    });
  }

  /** Adds the requests of a batch until all are answered. Resolves when they are. */
  async addBatch(connection: Connection): Promise<void> {
    this.#connections.add(connection);
    await connection.whenIdle();
    this.#connections.delete(connection);
  }

  /** Answers all requests with an error after which their clients may send them again, and stops them. */
  failOnShutdown(): void {
    for (const exchange of this.#exchanges) failOnShutdown(exchange);
    for (const connection of this.#connections) connection.forEach(failOnShutdown);
  }
}
