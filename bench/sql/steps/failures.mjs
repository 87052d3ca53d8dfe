import { setTimeout as sleep } from 'node:timers/promises';
import { existsSync, rmSync } from 'node:fs';
import { openClient, within } from '../client.mjs';
import { hotelStatements, readConfig, readError, readRows } from '../hotels.mjs';
import { readTree } from '../processes.mjs';
import { openProxy } from '../proxy.mjs';
import { writeConfig } from '../probes.mjs';
import { generate, prepareServer, subjectNames } from '../subjects.mjs';

const long = {
  postgres: 'select pg_sleep(60) is null as slept',
  mariadb: 'select sleep(60) as slept',
  sqlite:
    'with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000000000) select count(*) as slept from n',
};
const nap = {
  postgres: 'select pg_sleep(0.05) is null as slept',
  mariadb: 'select sleep(0.05) as slept',
  sqlite:
    'with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000) select count(*) as slept from n',
};

function listProbes(engine) {
  return [
    {
      name: 'get_hotel',
      parameters: { id: 'integer' },
      statement: 'select id, name, price_tier from hotels where id = {{id}}',
    },
    { name: 'list_hotels', statement: 'select * from hotels order by id' },
    { name: 'wait', statement: long[engine] },
    { name: 'nap', statement: nap[engine] },
  ];
}

/** Breaks things while servers run: columns, slow queries, cancellation, dead and restarted databases, many calls at once. */
export async function breakThings({ databases, engines }) {
  const found = [];
  for (const engine of engines) {
    for (const subject of subjectNames) {
      const context = { engine, subject, database: databases[engine] };
      found.push({
        engine,
        subject,
        droppedColumn: await dropColumn(context),
        slowQuery: await runSlowQuery(context),
        cancelled: await cancelCall(context),
        manyCalls: await callAtOnce(context),
        deadDatabase: engine === 'sqlite' ? await loseFile(context) : await killDatabase(context),
      });
      console.log(`  ${engine} ${subject}`);
    }
  }
  return found;
}

async function prepare({ engine, subject, database }, name, limits = {}) {
  const environment = await database.create(`${name}_${subject}`, hotelStatements(engine));
  const schema = readConfig(engine, 'schema.sql');
  const options = { config: writeConfig(subject, engine, listProbes(engine), limits), schema, environment };
  return { environment, server: prepareServer(subject, `${name}-${engine}`, options) };
}

/** The error of a reply, or its rows, as a short text. */
function say(subject, reply) {
  const error = readError(reply);
  if (error !== undefined) return `error: ${error.replaceAll(/\s+/gu, ' ').slice(0, 300)}`;
  try {
    return `rows: ${JSON.stringify(readRows(subject, reply)).slice(0, 200)}`;
  } catch {
    return `text: ${JSON.stringify(reply.result).slice(0, 300)}`;
  }
}

async function dropColumn(context) {
  const { subject, database } = context;
  const { environment, server } = await prepare(context, 'dropped');
  const client = await openClient(server, 'stdio');
  const admin = await database.connect(environment);
  await client.call('list_hotels', {});
  await client.call('get_hotel', { id: 1 });
  await admin.query('alter table hotels add column stars integer');
  const added = [];
  for (let call = 0; call < 3; call += 1) added.push(say(subject, await client.call('list_hotels', {})));
  await admin.query('alter table hotels drop column price_tier');
  const dropped = say(subject, await client.call('get_hotel', { id: 1 }));
  const list = say(subject, await client.call('list_hotels', {}));
  await admin.query('alter table hotels drop column stars');
  await admin.query("alter table hotels add column country varchar(20) not null default 'CH'");
  // The number of columns is the one of the start again, with other columns.
  const otherColumns = say(subject, await client.call('list_hotels', {}));
  await client.close();
  const beforeCall = await checkBefore(subject, server, environment);
  await admin.close();
  return { addedColumn: added, dropped, list, otherColumns, beforeCall };
}

/** What tells that a column is gone before the first call: `generate`, or the start of the server. */
async function checkBefore(subject, server, environment) {
  if (subject === 'ours') {
    try {
      return generate(server.folder, environment).slice(0, 300);
    } catch (error) {
      const lines = error.message.split('\n').filter((line) => /error|tool/iu.test(line));
      return `generate fails: ${lines.join(' | ').slice(0, 500)}`;
    }
  }
  const client = await openClient(server, 'stdio');
  await client.close();
  return 'the server starts without a word';
}

/** How many queries of the tool `wait` run in the database. */
async function countRunning({ engine }, admin) {
  if (engine === 'postgres') {
    const text = `select 1 from pg_stat_activity where state = 'active' and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`;
    return (await admin.query(text)).length;
  }
  const text = `select 1 from information_schema.processlist where info like '%sleep(60)%' and id <> connection_id()`;
  return (await admin.query(text)).length;
}

/** Whether something still computes for a SQLite statement: CPU time of the process and its children in a second. */
async function isBusy(pid) {
  const before = readTree(pid);
  await sleep(1000);
  return readTree(pid) - before > 50_000;
}

async function runSlowQuery(context) {
  const { engine, subject, database } = context;
  const { environment, server } = await prepare(context, 'slow', { timeoutMs: 1000 });
  const client = await openClient(server, 'stdio');
  const admin = await database.connect(environment);
  await client.call('get_hotel', { id: 1 });
  const started = performance.now();
  const reply = await within(8000, () => client.call('wait', {})).catch((error) => ({
    error: { code: '', message: error.message },
  }));
  const seconds = round((performance.now() - started) / 1000);
  await sleep(300);
  const runs = engine === 'sqlite' ? await isBusy(client.pid) : (await countRunning(context, admin)) > 0;
  const next = await within(8000, () => client.call('get_hotel', { id: 1 })).catch((error) => ({
    error: { code: '', message: error.message },
  }));
  await admin.close();
  await client.close();
  return { seconds, answer: say(subject, reply), stillRunsInDatabase: runs, nextCall: say(subject, next) };
}

async function cancelCall(context) {
  const outcomes = {};
  for (const transport of ['stdio', 'http']) {
    const { environment, server } = await prepare(context, `cancel_${transport}`, { timeoutMs: 30_000 });
    const client = await openClient(server, transport);
    const admin = await context.database.connect(environment);
    const stop = new AbortController();
    const call = client.ask('tools/call', { name: 'wait', arguments: {} }, { signal: stop.signal });
    const isRunning = () =>
      context.engine === 'sqlite' ? isBusy(client.pid) : countRunning(context, admin).then((count) => count > 0);
    await within(10_000, async () => {
      while (!(await isRunning())) await sleep(20);
    });
    const started = performance.now();
    const notice = { requestId: call.id, reason: 'The user has cancelled.' };
    await within(2000, () => client.tell('notifications/cancelled', notice)).catch(() => {});
    stop.abort();
    let seconds;
    while (seconds === undefined && performance.now() - started < 6000) {
      if (!(await isRunning())) seconds = round((performance.now() - started) / 1000);
      else await sleep(20);
    }
    outcomes[transport] = seconds === undefined ? 'still runs after 6 s' : `stopped after ${seconds} s`;
    await admin.close();
    await client.close();
  }
  return outcomes;
}

async function callAtOnce(context) {
  const { engine, subject, database } = context;
  const { environment, server } = await prepare(context, 'many', { maxConnections: 10 });
  const client = await openClient(server, 'http');
  const admin = await database.connect(environment);
  await client.call('get_hotel', { id: 1 });
  const calls = 200;
  const progress = { isOver: false };
  let connections = 0;
  const count = async () => {
    const text =
      engine === 'postgres'
        ? `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
        : 'select 1 from information_schema.processlist where db = database() and id <> connection_id()';
    while (!progress.isOver) {
      connections = Math.max(connections, (await admin.query(text)).length);
      await sleep(20);
    }
  };
  const counting = engine === 'sqlite' ? undefined : count();
  const started = performance.now();
  const nap = () => within(60_000, () => client.call('nap', {})).catch((error) => ({ error }));
  const replies = await Promise.all(Array.from({ length: calls }, nap));
  const seconds = round((performance.now() - started) / 1000);
  progress.isOver = true;
  await counting;
  await admin.close();
  await client.close();
  const errors = replies.map(readError).filter((error) => error !== undefined);
  return {
    calls,
    errors: errors.length,
    example: errors[0]?.slice(0, 200),
    seconds,
    connections: connections || undefined,
    subject,
  };
}

/** The database is dead when the server starts, lives, dies, and lives again; and one that takes connections but never answers. */
async function killDatabase(context) {
  const { engine, subject, database } = context;
  const { environment } = await prepare(context, 'dead');
  const port = Number(environment.DB_PORT);
  const proxy = await openProxy(port);
  const behind = Object.fromEntries(
    Object.entries(environment).map(([key, value]) => [key, value.replace(String(port), String(proxy.port))]),
  );
  const schema = readConfig(engine, 'schema.sql');
  const config = writeConfig(subject, engine, listProbes(engine), { timeoutMs: 1000 });
  // The generator runs while this process, and so the proxy, waits.
  const prepared = subject === 'ours' ? environment : behind;
  const server = { ...prepareServer(subject, `dead-${engine}`, { config, schema, environment: prepared }) };
  if (subject !== 'dbhub') server.environment = behind;
  await proxy.refuse();
  const outcome = {};
  let client = await openClient(server, 'stdio', 15_000).catch(
    (error) => void (outcome.start = error.message.replaceAll(/\s+/gu, ' ').slice(0, 250)),
  );
  if (client) {
    outcome.start = 'starts';
    outcome.callWithout = await callTimed(client, subject);
  }
  await proxy.accept();
  client ??= await openClient(server, 'stdio');
  outcome.callAfterItCame = await callUntilRight(client, subject);
  await proxy.refuse();
  outcome.callAfterItDied = await callTimed(client, subject);
  await proxy.accept();
  client = await reopen(client, server, outcome, 'endedWhenItDied');
  outcome.callsUntilRight = await callUntilRight(client, subject);
  proxy.hang();
  outcome.callWhenItHangs = await callTimed(client, subject, 20_000);
  await proxy.accept();
  client = await reopen(client, server, outcome, 'endedWhenItHung');
  outcome.callsUntilRightAfterHang = await callUntilRight(client, subject);
  if (engine === 'postgres') {
    await database.kill();
    outcome.callAfterKill = await callTimed(client, subject);
    await database.restart();
    client = await reopen(client, server, outcome, 'endedWhenKilled');
    outcome.callsUntilRightAfterRestart = await callUntilRight(client, subject);
  }
  await client.close();
  await proxy.close();
  return outcome;
}

/** Starts a server again if its process has ended. */
async function reopen(client, server, outcome, name) {
  await sleep(200);
  if (!(await Promise.race([client.ended, sleep(100).then(() => undefined)]))) return client;
  outcome[name] = 'the process has ended; it was started again';
  return openClient(server, 'stdio');
}

async function callTimed(client, subject, limit = 12_000) {
  const started = performance.now();
  const reply = await within(limit, () => client.call('get_hotel', { id: 1 })).catch((error) => ({
    error: { code: '', message: error.message },
  }));
  return `${round((performance.now() - started) / 1000)} s, ${say(subject, reply)}`;
}

async function callUntilRight(client, subject) {
  const started = performance.now();
  for (let call = 1; call <= 40; call += 1) {
    const reply = await within(12_000, () => client.call('get_hotel', { id: 1 })).catch((error) => ({ error }));
    if (readError(reply) === undefined && say(subject, reply).startsWith('rows')) {
      return `call ${call}, after ${round((performance.now() - started) / 1000)} s`;
    }
    if (performance.now() - started > 20_000) break;
    await sleep(100);
  }
  return `never in ${round((performance.now() - started) / 1000)} s`;
}

/** The file of SQLite is not there when the server starts. */
async function loseFile(context) {
  const { engine, subject } = context;
  const { environment, server } = await prepare(context, 'dead');
  for (const end of ['', '-wal', '-shm']) rmSync(environment.DB_FILE + end, { force: true });
  const outcome = {};
  const client = await openClient(server, 'stdio', 15_000).catch(
    (error) => void (outcome.start = error.message.slice(0, 250)),
  );
  if (!client) return outcome;
  outcome.start = 'starts';
  outcome.callWithout = await callTimed(client, subject);
  outcome.fileWasCreated = existsSync(environment.DB_FILE);
  await context.database.create(`dead_${subject}`, hotelStatements(engine));
  outcome.callAfterItCame = await callUntilRight(client, subject);
  await client.close();
  return outcome;
}

function round(value) {
  return Math.round(value * 100) / 100;
}
