import { listTokens } from '../../lex.js';
import type { EngineProblem, OpenEngine, SqlEngine } from '../engine.js';
import { requireDriver } from '../require-driver.js';
import { prepareStatement } from '../prepare-statement.js';
import { connect, describeFailure, type MysqlConnection, type MysqlDriver, type Server } from './connect.js';
import { checkInto, describe } from './describe.js';
import { prepare } from './prepare.js';
import { readCatalog, type MysqlCatalog } from './read-catalog.js';

/** Connects to a MySQL or MariaDB server. There is no embedded one: without a URL, statements cannot be checked. */
export const openMysql: OpenEngine = async ({ root, url }) => {
  if (url === undefined) return { problem: noServer };
  const loaded = await requireDriver<MysqlDriver>(root, { product: 'MySQL', module: 'mysql2/promise' });
  if ('problem' in loaded) return loaded;
  const connected = await connect(loaded.driver, url);
  if ('problem' in connected) return connected;
  const { connection, server } = connected;
  try {
    return createEngine(connection, server, await readCatalog(connection, server));
  } catch (error) {
    connection.destroy();
    return { problem: { code: 'sql-database', message: describeFailure(error) } };
  }
};

const noServer: EngineProblem = {
  code: 'sql-database',
  message: 'MySQL and MariaDB check statements on a server only.',
  help: 'Run `create-mcp-from-schema generate --database <url>`.',
};

function createEngine(connection: MysqlConnection, server: Server, catalog: MysqlCatalog): SqlEngine {
  /** The last statement. A connection has one transaction at a time. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return await turn;
  };
  return {
    label: `${server.product} ${server.version}`,
    prepare: async (request) =>
      await inTurn(async () => {
        const found = checkInto(listTokens(request.text, 'mysql'));
        if (found.length > 0) return found;
        return await prepareStatement(request, {
          kind: 'mysql',
          product: server.product,
          catalog,
          describe: async (statement) => await describe(connection, catalog, statement),
          probe: async (text) => {
            const prepared = await prepare(connection, text);
            return 'kind' in prepared ? prepared : undefined;
          },
        });
      }),
    close: async () => await inTurn(async () => await connection.end().catch(() => connection.destroy())),
  };
}
