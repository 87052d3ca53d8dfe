import { isBuiltin } from 'node:module';
import { expect, test, vi } from 'vitest';
import type { EngineOptions } from '../../generator/features/sql/engines/engine.js';
import { openMysql } from '../../generator/features/sql/engines/mysql/open-mysql.js';
import { openPostgres } from '../../generator/features/sql/engines/postgres/open-postgres.js';
import { openSqlite } from '../../generator/features/sql/engines/sqlite/open-sqlite.js';

vi.mock('../../generator/features/sql/load-driver.js', () => ({ loadDriver: async () => undefined }));

const options: EngineOptions = { root: process.cwd(), schema: [] };
const sqlite = await openSqlite(options);

const cases: readonly (readonly [opened: unknown, message: string, help: string])[] = [
  [
    await openPostgres({ ...options, url: 'postgres://localhost/shop' }),
    'PostgreSQL needs the package `pg`.',
    'Run `npm install pg`.',
  ],
  [
    await openPostgres(options),
    'Without a URL, PostgreSQL needs the package `@electric-sql/pglite`.',
    'Run `npm install --save-dev @electric-sql/pglite`, or `generate --database` with the URL in the environment or `.env`.',
  ],
  [
    await openMysql({ ...options, url: 'mysql://localhost/shop' }),
    'MySQL needs the package `mysql2`.',
    'Run `npm install mysql2`.',
  ],
  ...(isBuiltin('node:sqlite')
    ? []
    : [
        [
          sqlite,
          'This version of Node needs the package `better-sqlite3`.',
          'Run `npm install better-sqlite3`.',
        ] as const,
      ]),
];

test.each(cases)('a project without a driver is told which one to install', (opened, message, help) => {
  expect(opened).toEqual({ problem: { code: 'sql-driver', message, help } });
});
