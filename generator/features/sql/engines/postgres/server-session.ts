import { hideCredentials } from '../../hide-credentials.js';
import type { EngineProblem } from '../engine.js';
import { requireDriver } from '../require-driver.js';
import {
  readField,
  RefusedError,
  type Description,
  type Row,
  type ServerError,
  type ServerField,
  type Session,
} from './session.js';

/** Package `pg`, as far as it is used. */
interface Driver {
  readonly Client: new (config: object) => Client;
}

interface Client {
  connect(): Promise<unknown>;
  query(submittable: Submittable): unknown;
  query(config: object): Promise<{ readonly rows: readonly Row[] } | readonly { readonly rows: readonly Row[] }[]>;
  on(event: 'error' | 'end', listener: (error: Error) => void): unknown;
  end(): Promise<void>;
}

interface Connection {
  parse(query: object): void;
  describe(message: object): void;
  sync(): void;
  on(event: string, listener: (message: ParameterDescription) => void): void;
  off(event: string, listener: (message: ParameterDescription) => void): void;
}

interface ParameterDescription {
  readonly dataTypeIDs: readonly number[];
}

/** Query that talks to the connection itself. */
interface Submittable {
  submit(connection: Connection): void;
  handleRowDescription(message: { readonly fields: readonly ServerField[] }): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
  handleCommandComplete(): void;
  handleDataRow(): void;
  handleEmptyQuery(): void;
  handlePortalSuspended(): void;
  callback(error?: Error): void;
}

/** Connects to a running database. */
export async function openServerSession(
  root: string,
  url: string,
): Promise<Session | { readonly problem: EngineProblem }> {
  const loaded = await requireDriver<Driver>(root, { product: 'PostgreSQL', module: 'pg' });
  if ('problem' in loaded) return loaded;
  let client: Client | undefined;
  try {
    client = new loaded.driver.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    // An error while no query runs would end the process; the next query fails anyway.
    client.on('error', () => undefined);
    await client.connect();
    const rows = await query(client, "select current_setting('server_version')");
    return createSession(client, `PostgreSQL ${rows[0]?.[0]?.split(' ', 1)[0] ?? ''}`.trim());
  } catch (error) {
    await client?.end().catch(() => undefined);
    const message = `The database cannot be reached: ${describeFailure(error, url)}.`;
    return { problem: { code: 'sql-database', message } };
  }
}

function createSession(client: Client, label: string): Session {
  return {
    label,
    describe: (text, types) => describe(client, text, types),
    query: (text) => query(client, text),
    close: () => client.end(),
  };
}

async function query(client: Client, text: string): Promise<readonly Row[]> {
  const types = { getTypeParser: () => (value: unknown) => value };
  try {
    const result = await client.query({ text, types, rowMode: 'array' });
    return (Array.isArray(result) ? result.at(-1)?.rows : (result as { readonly rows: readonly Row[] }).rows) ?? [];
  } catch (error) {
    throw convertError(error);
  }
}

/** Prepares the unnamed statement, which no result is asked of. */
function describe(client: Client, text: string, types: readonly number[]): Promise<Description> {
  return new Promise((resolve, reject) => {
    let parameters: readonly number[] = [];
    let fields: readonly ServerField[] = [];
    let connection: Connection | undefined;
    const listen = (message: ParameterDescription): void => {
      parameters = message.dataTypeIDs;
    };
    const fail = (error: unknown): void => {
      connection?.off('parameterDescription', listen);
      reject(convertError(error));
    };
    client.query({
      submit(active) {
        connection = active;
        active.on('parameterDescription', listen);
        active.parse({ name: '', text, types });
        active.describe({ type: 'S', name: '' });
        active.sync();
      },
      handleRowDescription(message) {
        fields = message.fields;
      },
      // The driver forgets the query after an error, and does not call `handleReadyForQuery`.
      handleError: fail,
      handleReadyForQuery() {
        connection?.off('parameterDescription', listen);
        resolve({ parameters, fields: fields.map(readField) });
      },
      handleCommandComplete: () => undefined,
      handleDataRow: () => undefined,
      handleEmptyQuery: () => undefined,
      handlePortalSuspended: () => undefined,
      callback(error) {
        if (error) fail(error);
      },
    });
  });
}

/** Converts errors of the database. Errors of the connection stay, also those that the database sends before it ends. */
function convertError(error: unknown): unknown {
  const { code, severity } = error as ServerError & { readonly severity?: string };
  const isRefusal = severity === 'ERROR' || (severity !== undefined && /^(?:[0-4]|5[0-6])/u.test(code ?? ''));
  return isRefusal ? new RefusedError(error as ServerError) : error;
}

/** Describes why a connection failed, without the credentials of the URL and without a final period. */
export function describeFailure(error: unknown, url: string): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: readonly Error[] };
  // Node tries all addresses of a host, and reports the failures together.
  const text = message || errors?.map((each) => each.message).join(', ') || code || 'no reason given';
  return hideCredentials(text, url).replace(/\.$/u, '');
}
