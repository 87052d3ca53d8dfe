import type { DataRow, PgClient, PgConnection, Submittable } from './driver.js';
import { SqlError } from '../sql-error.js';
import type { RawRow } from './decode-rows.js';

/** Statement to run on a connection. */
export interface Query extends Preparable {
  /** Whether rows are kept. */
  readonly readsRows: boolean;
  /** Maximum number of rows that the server sends; 0 for all. */
  readonly fetchRows: number;
  readonly maxRows: number;
  readonly maxBytes: number;
  /** Beginning of the transaction; absent after its first statement. */
  readonly begin: Begin | undefined;
  /** Called once the transaction has begun, before the statement ends. */
  readonly onBegun: () => void;
  /** Whether to commit after the statement, if it succeeds. */
  readonly commits: boolean;
}

/** Beginning of a transaction. */
export interface Begin {
  /** Statement such as `begin read only`. */
  readonly text: string;
  /** Query of the settings of the transaction. */
  readonly settings: Preparable;
}

/** Statement that a connection may have prepared. */
export interface Preparable {
  readonly text: string;
  /** Name of the prepared statement; empty for a statement that is not kept. */
  readonly name: string;
  /** Whether the statement must be prepared first. */
  readonly parses: boolean;
  readonly values: readonly (string | null)[];
}

export interface QueryResult {
  readonly rows: readonly RawRow[];
  /** Whether there are more rows than the bounds allow. */
  readonly more: boolean;
  readonly changed: number;
  /** Names of the columns, if the statement was prepared. */
  readonly fields: readonly string[] | undefined;
}

/**
 * Runs a statement with the extended query protocol, in one round trip, also if it begins and ends the transaction.
 *
 * @throws The error of the server or of the connection.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 */
export function runQuery(client: PgClient, query: Query): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(new RowReader(query, resolve, reject));
  });
}

/** Bytes that are read beyond the bound of the rows before the connection is closed: for the protocol, and errors. */
const slackBytes = 4 * 1024 * 1024;

/** Reads rows as texts. `pg` itself would convert them, and cannot stop after a number of rows. */
class RowReader implements Submittable {
  readonly #query: Query;
  readonly #resolve: (result: QueryResult) => void;
  readonly #reject: (error: unknown) => void;
  readonly #rows: RawRow[] = [];
  #bytes = 0;
  #more = false;
  #changed = 0;
  #fields: readonly string[] | undefined;
  #received = 0;
  /** Number of statements that complete before the one with the rows. */
  #earlier: number;
  #stop = (): void => {};

  constructor(query: Query, resolve: (result: QueryResult) => void, reject: (error: unknown) => void) {
    this.#query = query;
    this.#resolve = resolve;
    this.#reject = reject;
    if (query.parses) this.#fields = [];
    this.#earlier = query.begin === undefined ? 0 : 2;
  }

  submit(connection: PgConnection): void {
    const { parses, fetchRows, begin, commits } = this.#query;
    this.#limitBytes(connection);
    connection.stream.cork?.();
    try {
      if (begin !== undefined) {
        execute(connection, begin.text);
        bind(connection, begin.settings);
        connection.execute({ portal: '', rows: 0 });
        // The server then says that it has begun, before it runs the statement.
        connection.flush();
      }
      bind(connection, this.#query);
      if (parses) connection.describe({ type: 'P', name: '' });
      connection.execute({ portal: '', rows: fetchRows });
      if (commits) execute(connection, 'commit');
      connection.sync();
    } finally {
      connection.stream.uncork?.();
    }
  }

  /** Closes the connection if the server sends far more than the rows may have: the driver keeps a whole row in memory. */
  #limitBytes({ stream }: PgConnection): void {
    const count = ({ length }: { readonly length: number }): void => {
      this.#received += length;
      if (this.#received <= this.#query.maxBytes + slackBytes) return;
      this.#stop();
      this.#reject(new SqlError('size'));
      stream.destroy();
    };
    this.#stop = () => stream.off?.('data', count);
    stream.prependListener?.('data', count);
  }

  handleRowDescription({ fields }: { readonly fields: readonly { readonly name: string }[] }): void {
    this.#fields = fields.map(({ name }) => name);
  }

  handleDataRow({ length, fields }: DataRow): void {
    const { readsRows, maxRows, maxBytes } = this.#query;
    if (this.#earlier > 0 || !readsRows || this.#more) return;
    // The message has 2 bytes for the number of fields, 4 for its own length, and 4 for the length of each field.
    this.#bytes += length - 6 - 4 * fields.length;
    if (this.#rows.length === maxRows || this.#bytes > maxBytes) this.#more = true;
    else this.#rows.push(fields);
  }

  handlePortalSuspended(): void {
    // The row beyond the limit was received.
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    if (this.#earlier > 0) {
      this.#earlier -= 1;
      if (this.#earlier === 0) this.#query.onBegun();
    } else if (!/^(?:SELECT|COMMIT)/u.test(text)) this.#changed = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
  }

  handleEmptyQuery(): void {
    // No rows.
  }

  handleCopyInResponse(connection: PgConnection): void {
    connection.sendCopyFail('not supported');
  }

  handleCopyData(): void {
    // Ignored: tools do not copy.
  }

  handleError(error: unknown): void {
    this.#stop();
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#stop();
    this.#resolve({ rows: this.#rows, more: this.#more, changed: this.#changed, fields: this.#fields });
  }
}

function bind(connection: PgConnection, { text, name, parses, values }: Preparable): void {
  if (parses) {
    // The name may exist: if the statement was prepared but failed, is out of date, or through a pooler.
    if (name !== '') connection.close({ type: 'S', name });
    connection.parse({ name, text, types: [] });
  }
  connection.bind({ portal: '', statement: name, values });
}

/** Executes a statement without values and rows. */
function execute(connection: PgConnection, text: string): void {
  bind(connection, { text, name: '', parses: true, values: [] });
  connection.execute({ portal: '', rows: 0 });
}
