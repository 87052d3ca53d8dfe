import { hashText } from '../../../wire/hash-text.js';
import type { PgClient } from './driver.js';

/** Prepared statements of the connections of a pool: names by text, and column names by connection and name. */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  readonly #fields = new WeakMap<PgClient, Map<string, readonly string[]>>();
  #isPooled = false;

  /**
   * Returns the name of a statement; empty if statements cannot be kept. It depends on the text only: processes that
   * share connections through a pooler must never run the statement of another text.
   */
  async nameOf(text: string): Promise<string> {
    if (this.#isPooled) return '';
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const name = `mcp_${await hashText(text)}`;
    this.#names.set(text, name);
    return name;
  }

  /** Returns the column names of a prepared statement; `undefined` if the connection has not prepared it. */
  fieldsOf(client: PgClient, name: string): readonly string[] | undefined {
    return this.#fields.get(client)?.get(name);
  }

  keep(client: PgClient, name: string, fields: readonly string[]): void {
    if (name === '') return;
    const ofClient = this.#fields.get(client) ?? new Map<string, readonly string[]>();
    this.#fields.set(client, ofClient.set(name, fields));
  }

  forget(client: PgClient, name: string): void {
    this.#fields.get(client)?.delete(name);
  }

  /** Prepares no more statements under names, because a pooler changes connections between transactions. */
  stopKeeping(): void {
    this.#isPooled = true;
  }
}
