import { rmSync } from 'node:fs';
import path from 'node:path';
import { linkSqlite } from '../../test/kit/link-sqlite.mjs';
import { cacheFolder } from '../servers/cache-folder.mjs';
import { importKit } from '../servers/import-kit.mjs';

/** Drivers of the package, for the view of an administrator. */
async function connectPostgres(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, types: { getTypeParser: () => (text) => text } });
  client.on('error', () => {});
  await client.connect();
  return {
    query: async (text, values) => (await client.query(text, values)).rows,
    close: () => client.end().catch(() => {}),
  };
}

async function connectMariaDb(url) {
  const { createConnection } = await import('mysql2/promise');
  const options = { dateStrings: true, supportBigNumbers: true, bigNumberStrings: true, multipleStatements: true };
  const connection = await createConnection({ uri: url, ...options });
  connection.on('error', () => {});
  return {
    query: async (text, values) => (await connection.query(text, values))[0],
    close: () => connection.end().catch(() => {}),
  };
}

async function connectSqlite(file) {
  const { default: Database } = await import('better-sqlite3');
  const database = new Database(file);
  database.pragma('journal_mode = wal');
  return {
    query: async (text, values = []) => {
      if (values.length === 0 && /;\s*\S/u.test(text)) return void database.exec(text);
      const statement = database.prepare(text).safeIntegers(true);
      return statement.reader ? statement.all(...values) : void statement.run(...values);
    },
    close: async () => void database.close(),
  };
}

/**
 * Starts the databases of a run.
 *
 * @returns Per engine: `create(name, sql)` gives the environment of a server with a new database, `connect(environment)`
 *   a connection of an administrator; `postgres` can also be killed and restarted.
 */
export async function startDatabases() {
  const { startPostgres } = await importKit('start-postgres');
  const { startMariaDb } = await importKit('start-mariadb');
  await linkSqlite();
  const postgres = await startPostgres();
  const mariadb = await startMariaDb();
  const byUrl = (url) => {
    const { port, pathname } = new URL(url);
    // DBHub has a driver of its own for MariaDB.
    return { DATABASE_URL: url, DSN: url.replace('mysql:', 'mariadb:'), DB_PORT: port, DB_NAME: pathname.slice(1) };
  };
  return {
    postgres: {
      create: async (name, sql) => byUrl(postgres.create(name, sql)),
      connect: ({ DATABASE_URL }) => connectPostgres(DATABASE_URL),
      kill: () => postgres.kill(),
      restart: () => postgres.restart(),
    },
    mariadb: {
      create: async (name, sql) => byUrl(mariadb.create(name, `set names utf8mb4;\n${sql}`)),
      connect: ({ DATABASE_URL }) => connectMariaDb(DATABASE_URL),
    },
    sqlite: {
      async create(name, sql) {
        const file = path.join(cacheFolder, 'sql', `${name}.db`);
        for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
        const environment = { DATABASE_URL: file, DB_FILE: file, DSN: `sqlite://${file}` };
        const connection = await connectSqlite(file);
        await connection.query(`${sql};\nselect 1;`);
        await connection.close();
        return environment;
      },
      connect: ({ DB_FILE }) => connectSqlite(DB_FILE),
    },
    stop: async () => {
      await Promise.all([postgres.stop(), mariadb.stop()]);
    },
  };
}
