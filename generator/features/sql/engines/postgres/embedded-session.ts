import { quoteName } from '../../catalog/sql-names.js';
import type { EngineOptions, EngineProblem } from '../engine.js';
import { loadDriver } from '../../load-driver.js';
import {
  createDatabase,
  driverName,
  type Database,
  type DatabaseFactory,
  type ServerMessage,
} from './create-database.js';
import { findExtension, isCopyFromInput, splitSchema, type SchemaStatement } from './schema-statements.js';
import { readField, RefusedError, type Description, type Row, type ServerField, type Session } from './session.js';
import { utf16Offset } from '../rendered-text.js';

/** Package `@electric-sql/pglite`, as far as it is used. */
interface Driver {
  readonly PGlite: DatabaseFactory;
  readonly protocol: { readonly serialize: Serializer };
}

interface Serializer {
  query(text: string): Uint8Array;
  parse(query: object): Uint8Array;
  describe(message: object): Uint8Array;
  sync(): Uint8Array;
}

interface SchemaFile {
  readonly file: string;
  readonly statements: readonly SchemaStatement[];
}

/** Opens a throw-away database in memory, and creates the tables of the schema files in it. */
export async function openEmbeddedSession({
  root,
  schema,
  onStatement,
}: EngineOptions): Promise<Session | { readonly problem: EngineProblem }> {
  const driver = (await loadDriver(root, driverName)) as Driver | undefined;
  if (!driver) {
    const message = `Without a URL, PostgreSQL needs the package \`${driverName}\`.`;
    const help = `Run \`npm install --save-dev ${driverName}\`, or \`generate --database\` with the URL in the environment or \`.env\`.`;
    return { problem: { code: 'sql-driver', message, help } };
  }
  const files = schema.map(({ file, text }) => ({ file, statements: splitSchema(text) }));
  const rows = files.flatMap(findRows)[0];
  if (rows) return { problem: rows };
  const extensions = await loadExtensions(
    root,
    files.flatMap(({ statements }) => statements),
  );
  let session;
  try {
    const database = await createDatabase(driver.PGlite, root, extensions);
    session = await createSession(database, driver.protocol.serialize);
  } catch (error) {
    const message = `PGlite cannot start: ${String((error as Error).message).replace(/\.$/u, '')}.`;
    return { problem: { code: 'sql-database', message } };
  }
  for (const { file, statements } of files) {
    const problem = await applyStatements(session, file, statements, onStatement);
    if (!problem) continue;
    await session.close();
    return { problem };
  }
  return session;
}

/** Finds `copy … from stdin`, for whose rows PGlite would wait. */
function findRows({ file, statements }: SchemaFile): readonly EngineProblem[] {
  return statements.filter(isCopyFromInput).map(({ offset }) => ({
    code: 'sql-schema',
    message: 'A schema file cannot contain rows after `copy … from stdin`.',
    help: 'Use `pg_dump --schema-only`.',
    place: { file, offset, length: 'copy'.length },
  }));
}

/** Imports the extensions of the package that the schema creates. */
async function loadExtensions(root: string, statements: readonly SchemaStatement[]): Promise<object> {
  const extensions: { [name: string]: unknown } = {};
  for (const name of new Set(statements.map(findExtension))) {
    if (name === undefined || !/^[\w-]+$/u.test(name)) continue;
    const exported = name.replaceAll('-', '_');
    const module = await loadDriver(root, `${driverName}/contrib/${exported}`);
    const extension = (module as { readonly [name: string]: unknown } | undefined)?.[exported];
    if (extension) extensions[exported] = extension;
  }
  return extensions;
}

async function createSession(database: Database, serialize: Serializer): Promise<Session> {
  const send = async (bytes: Uint8Array): Promise<readonly ServerMessage[]> =>
    (await database.execProtocol(bytes, { throwOnError: false })).messages;
  const query = async (text: string): Promise<readonly Row[]> => {
    const messages = await send(serialize.query(text));
    throwErrors(messages);
    const start = messages.findLastIndex(({ name }) => name === 'rowDescription');
    return messages.slice(start + 1).flatMap(({ name, fields }) => (name === 'dataRow' ? [fields as Row] : []));
  };
  const describe = async (text: string, types: readonly number[]): Promise<Description> => {
    const messages = [...(await send(serialize.parse({ name: '', text, types })))];
    const isRefused = messages.some(({ name }) => name === 'error');
    if (!isRefused) messages.push(...(await send(serialize.describe({ type: 'S', name: '' }))));
    messages.push(...(await send(serialize.sync())));
    throwErrors(messages);
    const fields = messages.find(({ name }) => name === 'rowDescription')?.fields as readonly ServerField[] | undefined;
    const parameters = messages.find(({ name }) => name === 'parameterDescription')?.dataTypeIDs ?? [];
    return { parameters, fields: fields?.map(readField) ?? [] };
  };
  const [[version] = []] = await query("select current_setting('server_version')");
  const label = `PostgreSQL ${version?.split(' ', 1)[0] ?? ''} (PGlite)`;
  return { label, query, describe, close: () => database.close() };
}

function throwErrors(messages: readonly ServerMessage[]): void {
  const error = messages.find(({ name }) => name === 'error');
  if (error) throw new RefusedError(error);
}

/** Runs the statements of a file, and returns the first problem. */
async function applyStatements(
  session: Session,
  file: string,
  statements: readonly SchemaStatement[],
  onStatement: EngineOptions['onStatement'],
): Promise<EngineProblem | undefined> {
  for (const statement of statements) {
    const { offset, tokens } = statement;
    onStatement?.({ file, offset, length: (tokens[0]?.end ?? offset) - offset });
    const error = await applyStatement(session, statement.text);
    if (error) return describeRefusal(error, statement, file);
  }
  // Dumps change settings, such as `search_path`.
  await session.query('commit');
  await session.query('reset session authorization');
  await session.query('reset all');
  return undefined;
}

/** Runs a statement. Creates roles that it names, because they exist only on the server. */
async function applyStatement(session: Session, text: string): Promise<RefusedError | undefined> {
  const created = new Set<string>();
  for (;;) {
    try {
      await session.query(text);
      return undefined;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const [, role] = /^role "(.+)" does not exist$/u.exec(error.message) ?? [];
      if (error.code !== '42704' || role === undefined || created.has(role)) return error;
      created.add(role);
      try {
        await session.query(`create role ${quoteName(role, 'postgres')}`);
      } catch {
        return error;
      }
    }
  }
}

function describeRefusal(error: RefusedError, { text, offset, tokens }: SchemaStatement, file: string): EngineProblem {
  const at = error.position === undefined ? undefined : offset + utf16Offset(text, error.position);
  const token = at === undefined ? tokens[0] : (tokens.find(({ end }) => end > at) ?? tokens.at(-1));
  const place = token && { file, offset: token.start, length: token.end - token.start };
  const isMissing = /^extension ".*" is not available$/u.test(error.message);
  const help = isMissing
    ? `The package \`${driverName}\` does not have it. Use a running database: \`generate --database <url>\`.`
    : error.hint;
  const message = `PostgreSQL refuses the statement: ${error.message}.`;
  return { code: 'sql-schema', message, ...(help !== undefined && { help }), ...(place && { place }) };
}
