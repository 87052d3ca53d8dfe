import { SqlError } from '../sql-error.js';

/** Parts of the package `pg` that are used. */
export interface PgPackage {
  readonly Pool: new (options: PoolOptions) => PgPool;
  readonly Connection: new (options: ConnectionOptions) => PgConnection;
}

interface PoolOptions {
  readonly connectionString: string;
  readonly max: number;
  readonly connectionTimeoutMillis: number;
  readonly idleTimeoutMillis: number;
  readonly allowExitOnIdle: boolean;
  readonly keepAlive: boolean;
  readonly keepAliveInitialDelayMillis: number;
}

interface ConnectionOptions {
  readonly ssl: unknown;
  readonly sslNegotiation: string;
}

export interface PgPool {
  connect(): Promise<PgClient>;
  end(): Promise<void>;
  on(event: 'error', listener: (error: unknown) => void): unknown;
}

/** Connection of the pool. */
export interface PgClient {
  readonly processID: number;
  readonly secretKey: number;
  readonly host: string;
  readonly port: number;
  readonly ssl: unknown;
  readonly sslNegotiation: string;
  readonly connection: PgConnection;
  /** Runs statements without parameters. */
  query(text: string): Promise<unknown>;
  query(query: { readonly text: string; readonly values: readonly string[] }): Promise<unknown>;
  query<Query extends Submittable>(query: Query): Query;
  /** @param isBroken Whether the connection is closed instead of kept. */
  release(isBroken: boolean): void;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  off(event: 'error', listener: (error: unknown) => void): unknown;
}

/** Query that uses the protocol itself. `pg` calls the handlers with the messages of the server. */
export interface Submittable {
  submit(connection: PgConnection): void;
  handleRowDescription(message: { readonly fields: readonly { readonly name: string }[] }): void;
  handleDataRow(message: DataRow): void;
  handlePortalSuspended(): void;
  handleCommandComplete(message: { readonly text: string }): void;
  handleEmptyQuery(): void;
  handleCopyInResponse(connection: PgConnection): void;
  handleCopyData(): void;
  handleError(error: unknown): void;
  handleReadyForQuery(): void;
}

export interface DataRow {
  /** Length of the message in bytes. */
  readonly length: number;
  readonly fields: readonly (string | null)[];
}

/** Protocol of a connection. */
export interface PgConnection {
  readonly stream: {
    cork?(): void;
    uncork?(): void;
    destroy(): unknown;
    prependListener?(event: 'data', listener: (bytes: { readonly length: number }) => void): unknown;
    off?(event: 'data', listener: (bytes: { readonly length: number }) => void): unknown;
  };
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
  parse(statement: { readonly name: string; readonly text: string; readonly types: readonly number[] }): void;
  bind(values: { readonly portal: string; readonly statement: string; readonly values: readonly unknown[] }): void;
  describe(message: { readonly type: 'P' | 'S'; readonly name: string }): void;
  execute(portal: { readonly portal: string; readonly rows: number }): void;
  close(message: { readonly type: 'S'; readonly name: string }): void;
  flush(): void;
  sync(): void;
  sendCopyFail(message: string): void;
  on(event: string, listener: (value: unknown) => void): unknown;
  once(event: string, listener: () => void): unknown;
}

/** @throws SqlError if the package is not installed. */
export async function loadDriver(): Promise<PgPackage> {
  try {
    // The package is CommonJS: in a bundle it has only a default export.
    const { default: pg } = await import('pg');
    return pg as unknown as PgPackage;
  } catch (error) {
    throw new SqlError('driver', 'pg', error);
  }
}
