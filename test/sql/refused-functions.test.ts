import { expect, test } from 'vitest';
import type { DatabaseKind, ParameterFacts } from '../../generator/features/sql/engines/engine.js';
import { parseStatement } from '../../generator/features/sql/parse-statement.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { makeFolder } from '../kit/make-folder.js';

await linkSqlite();

const parameters: ReadonlyMap<string, ParameterFacts> = new Map([['a', { type: 'string', isOptional: false }]]);

function check(kind: DatabaseKind, text: string): readonly string[] {
  return parseStatement(text, kind, parameters).problems.map(
    ({ code, place }) => `${code} ${text.slice(place?.offset, (place?.offset ?? 0) + (place?.length ?? 0))}`,
  );
}

const postgres = `pg_read_file pg_read_binary_file pg_ls_dir pg_ls_waldir pg_stat_file pg_file_write lo_import lo_export
  pg_advisory_lock pg_try_advisory_lock_shared pg_advisory_unlock_all set_config pg_terminate_backend pg_cancel_backend
  pg_reload_conf pg_rotate_logfile pg_promote pg_switch_wal pg_wal_replay_pause pg_create_restore_point pg_backup_start
  pg_stop_backup pg_log_backend_memory_contexts pg_replication_origin_create pg_create_logical_replication_slot
  pg_drop_replication_slot pg_logical_emit_message pg_stat_reset dblink dblink_exec`;
const mysql = `load_file get_lock release_lock release_all_locks sys_exec sys_eval spider_direct_sql keyring_key_fetch
  service_release_locks`;
const sqlite = 'load_extension readfile writefile fts3_tokenizer';

test.each([
  ['postgres', postgres],
  ['mysql', mysql],
  ['sqlite', sqlite],
] as const)('a tool of %s calls no function that reaches beyond its transaction', (kind, names) => {
  for (const name of names.split(/\s+/u)) {
    expect(check(kind, `select ${name}('x') as a`)).toEqual([`sql-not-allowed ${name}`]);
    expect(check(kind, `select * from ${name.toUpperCase()} ({{a}})`)).toHaveLength(1);
    expect(check(kind, `select ${name} from t where ${name} = '${name}('`)).toEqual([]);
    expect(check(kind, `insert into ${name} (a) values ({{a}})`)).toEqual([]);
    // A function of the author with this name.
    expect(check(kind, `select app.${name}('x') as a`)).toEqual([]);
  }
});

test.each([
  [`select pg_catalog."pg_read_file"('x')`, ['sql-not-allowed "pg_read_file"']],
  [`select set_config('app.user', {{a}}, true)`, []],
  [`select set_config('app.user', {{a}}, false)`, ['sql-not-allowed set_config']],
  [`select set_config('role', 'x', true)`, ['sql-not-allowed set_config']],
  [`select set_config({{a}}, 'x', true)`, ['sql-not-allowed set_config']],
  [`select set_config('app.' || {{a}}, 'x', true)`, ['sql-not-allowed set_config']],
  [`select query_to_xml({{a}}, true, false, '')`, ['sql-not-allowed query_to_xml']],
  [`select query_to_xml('select 1', true, false, '')`, []],
  [`select * from ts_stat('select v from ' || {{a}})`, ['sql-not-allowed ts_stat']],
  ['select pg_advisory_xact_lock(1), nextval({{a}}), pg_notify(1, {{a}}), pg_sleep(1)', []],
])('%s', (text, problems) => {
  expect(check('postgres', text)).toEqual(problems);
});

const define = (kind: string, tools: readonly string[]): { readonly [file: string]: string } => ({
  'definitions/schema.sql': 'create table orders (id integer primary key);',
  'definitions/s.mcp.yaml': `server: { name: s, version: 1.0.0 }
databases: { shop: { kind: ${kind}, url: { env: SHOP }, schema: ./schema.sql } }
tools:
${tools.map((text, index) => `  t${index}: { description: T., sql: { statement: "${text}" } }\n`).join('')}`,
});

test('a refused function is reported at its place, with another way', async () => {
  const run = async (kind: string, ...tools: readonly string[]) =>
    await runInMemory(['generate'], { cwd: makeFolder(define(kind, tools)) });
  const { error, exitCode } = await run(
    'postgres',
    'select pg_advisory_lock(1) as a',
    `select pg_read_file('/etc/passwd') as a`,
  );
  expect(exitCode).toBe(1);
  expect(error).toContain(
    'definitions/s.mcp.yaml:4:52 error sql-not-allowed: A tool cannot call `pg_advisory_lock`: it changes the session, which later calls share.',
  );
  expect(error).toContain('help: Use `pg_advisory_xact_lock`, which ends with the transaction.');
  expect(error).toContain('`pg_read_file`: it reads or writes files of the database server.');
  expect((await run('sqlite', `select load_extension('x') as a`)).error).toContain(
    'A tool cannot call `load_extension`: it reads or writes files of the database server.',
  );
});
