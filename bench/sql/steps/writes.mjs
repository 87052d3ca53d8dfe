import { createHash } from 'node:crypto';
import { openClient, within } from '../client.mjs';
import { hotelStatements, readConfig, readError } from '../hotels.mjs';
import { writeConfig } from '../probes.mjs';
import { prepareServer } from '../subjects.mjs';

const extras = {
  postgres: `
create table log (body text);
create sequence numbers;
create function write_log() returns int language plpgsql as $$ begin insert into log values ('f'); return 1; end $$;
`,
  mariadb: `
create table log (body text);
create sequence numbers;
create function write_log() returns int modifies sql data begin insert into log values ('f'); return 1; end;
`,
  sqlite: 'create table log (body text);',
};

/** Statements that write, or do more than read, by engine. */
const attempts = {
  postgres: [
    "insert into log values ('x')",
    "with x as (insert into log values ('x') returning *) select * from x",
    'select * into copy from hotels',
    "select 1; insert into log values ('x')",
    "select 1; commit; insert into log values ('x')",
    "explain analyze insert into log values ('x')",
    "explain (analyze true) insert into log values ('x')",
    'select write_log()',
    "select query_to_xml('insert into log values (1) returning *', true, true, '')",
    "select set_config('transaction_read_only', 'off', false), write_log()",
    "select set_config('default_transaction_read_only', 'off', false)",
    "select nextval('numbers')",
    "select setval('numbers', 500)",
    'select * from hotels for update',
    'select pg_advisory_lock(7)',
    'select pg_advisory_xact_lock(7)',
    "select pg_notify('channel', 'x')",
    'select lo_create(4711)',
    "select lo_from_bytea(4712, 'x')",
    "select lo_export(4711, '/tmp/bench-sql-lo')",
    "select pg_read_file('postgresql.conf')",
    "select pg_stat_file('postgresql.conf')",
    'select pg_ls_logdir()',
    "select /* x */ pg_read_file /* y */ ('postgresql.conf')",
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and false',
    'select pg_reload_conf()',
    'select pg_stat_reset()',
    "select pg_logical_emit_message(false, 'x', 'y')",
    'show all',
    "copy log from program 'id'",
    'do $$ begin perform write_log(); end $$',
    'vacuum',
    'select 1 \\; drop table log',
    'table log',
    'values (1)',
  ],
  mariadb: [
    "insert into log values ('x')",
    "with x as (select 1) insert into log select 'x'",
    "select 1; insert into log values ('x')",
    "select 1; commit; insert into log values ('x')",
    "/*! insert into log values ('x') */",
    "/*M! insert into log values ('x') */",
    "select 1 /*! into outfile '/tmp/bench-sql-out' */",
    'select 1 into @x',
    "select 'x' into dumpfile '/tmp/bench-sql-dump'",
    'select write_log() as value',
    'select nextval(numbers) as value',
    'select next value for numbers as value',
    'select setval(numbers, 500) as value',
    'select * from hotels for update',
    "select get_lock('x', 1) as value",
    "select /* x */ get_lock /* y */ ('x', 1) as value",
    "select load_file('/etc/hostname') as value",
    'select @x := 5 as value',
    'select sleep(0.01) as value',
    'select benchmark(10, 1) as value',
    "explain insert into log values ('x')",
    "analyze insert into log values ('x')",
    'show grants',
    'describe hotels',
    'call nothing()',
    'do write_log()',
    'drop table log',
    'create table made as select 1',
    'handler hotels open',
    'flush tables',
  ],
  sqlite: [
    "insert into log values ('x')",
    "with x as (select 1) insert into log select 'x'",
    "select 1; insert into log values ('x')",
    "select 1; commit; insert into log values ('x')",
    "explain insert into log values ('x')",
    'pragma user_version = 5',
    'pragma user_version(5)',
    'pragma main.user_version(5)',
    'pragma "user_version"(5)',
    'pragma journal_mode(delete)',
    'pragma journal_mode /* x */ (delete)',
    'pragma writable_schema(1)',
    'pragma query_only(0)',
    'pragma query_only /* x */ (0)',
    "pragma query_only(0); insert into log values ('x')",
    'pragma wal_checkpoint',
    'pragma optimize',
    'pragma incremental_vacuum',
    "attach database '/tmp/bench-sql-attached.db' as other",
    "select load_extension('x')",
    "select writefile('/tmp/bench-sql-file', 'x')",
    'select * from pragma_user_version',
    'vacuum',
    'drop table log',
    "replace into log values ('x')",
  ],
};

/**
 * Tries what writes, or does more than read, through `execute_sql` of DBHub in read-only mode; and as a statement of a tool of ours: is
 * it refused at generation, or listed as a tool that writes?
 */
export async function tryWrites({ databases, engines }) {
  const found = [];
  for (const engine of engines) {
    found.push({ engine, subject: 'dbhub', ...(await tryAll(databases[engine], engine)) });
    found.push({ engine, subject: 'ours', ...(await listAll(databases[engine], engine)) });
  }
  return found;
}

/** How tools of ours with these statements are listed, if `generate` takes them. */
async function listAll(database, engine) {
  const environment = await database.create('declared', `${hotelStatements(engine)}\n${createExtras(engine)}`);
  const tools = attempts[engine].map((statement, index) => ({ name: `attempt_${index}`, statement }));
  const options = { config: writeConfig('ours', engine, tools), schema: '', environment, isKeptGoing: true };
  const client = await openClient(prepareServer('ours', `declared-${engine}`, options), 'stdio');
  const { result } = await client.ask('tools/list');
  await client.close();
  const count = { refused: 0, listedAsWriting: 0, listedAsReading: 0 };
  const outcomes = {};
  attempts[engine].forEach((sql, index) => {
    const tool = result.tools.find(({ name }) => name === `attempt_${index}`);
    let kind = 'refused';
    if (tool) kind = tool.annotations.readOnlyHint ? 'listedAsReading' : 'listedAsWriting';
    count[kind] += 1;
    outcomes[sql] = kind;
  });
  return { attempts: tools.length, ...count, outcomes };
}

function createExtras(engine) {
  if (engine !== 'mariadb') return extras[engine];
  return `delimiter //\n${extras.mariadb.replaceAll(';\n', '//\n')}`;
}

async function digest(admin, engine) {
  const rows = [await admin.query('select * from hotels order by id'), await admin.query('select * from log')];
  if (engine === 'postgres') {
    rows.push(await admin.query('select last_value, is_called from numbers'));
    rows.push(await admin.query('select oid from pg_largeobject_metadata'));
    rows.push(await admin.query("select relname from pg_class where relnamespace = 'public'::regnamespace order by 1"));
  }
  if (engine === 'mariadb')
    rows.push(await admin.query('show tables'), await admin.query('select next_not_cached_value from numbers'));
  if (engine === 'sqlite') {
    rows.push(await admin.query('pragma user_version'), await admin.query('pragma journal_mode'));
    rows.push(await admin.query('select name from sqlite_master'));
  }
  const print = (_key, value) => (typeof value === 'bigint' ? Number(value) : value);
  return createHash('sha256').update(JSON.stringify(rows, print)).digest('hex');
}

async function tryAll(database, engine) {
  const schema = `${readConfig(engine, 'schema.sql')}`;
  const statements = `${hotelStatements(engine)}\n${createExtras(engine)}`;
  const environment = await database.create('writes', statements);
  const admin = await database.connect(environment);
  const options = { config: writeConfig('dbhub', engine, []), schema, environment };
  let client = await openClient(prepareServer('dbhub', `writes-${engine}`, options), 'stdio');
  const name = (await client.ask('tools/list')).result.tools[0].name;
  const outcomes = {};
  const count = { refused: 0, refusedByDatabase: 0, ran: 0, wrote: 0 };
  let before = await digest(admin, engine);
  for (const sql of attempts[engine]) {
    const reply = await within(10_000, () => client.call(name, { sql })).catch((error) => ({ error }));
    const error = readError(reply);
    const after = await digest(admin, engine);
    const isOwn = /READONLY|Read-only mode|readonly mode/u.test(error ?? '');
    let kind = isOwn ? 'refused' : 'refusedByDatabase';
    if (error === undefined) kind = 'ran';
    if (after !== before) kind = 'wrote';
    before = after;
    count[kind] += 1;
    outcomes[sql] = `${kind}: ${(error ?? reply.result.content[0].text).replaceAll(/\s+/gu, ' ').slice(0, 200)}`;
  }
  await client.close();
  await admin.close();
  return { attempts: attempts[engine].length, ...count, outcomes };
}
