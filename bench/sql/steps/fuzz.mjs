import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { openClient } from '../client.mjs';
import { configFiles, hotelStatements, readConfig, readError, readRows } from '../hotels.mjs';
import { writeConfig } from '../probes.mjs';
import { prepareServer, subjectNames } from '../subjects.mjs';
import { injections, makeValues, templateInjections } from './payloads.mjs';

const count = 5000;
const batch = 32;

const notes = {
  postgres: 'create table notes (id serial primary key, body text not null);',
  mariadb: 'create table notes (id int auto_increment primary key, body longtext not null);',
  sqlite: 'create table notes (id integer primary key, body text not null);',
};
const secrets = 'create table secrets (body varchar(100) not null);';

const echo = {
  postgres: 'select {{text}}::text as value',
  mariadb: 'select cast({{text}} as char) as value',
  sqlite: 'select {{text}} as value',
};

function listProbes(engine) {
  return [
    { name: 'echo', parameters: { text: 'string' }, statement: echo[engine] },
    { name: 'add_note', parameters: { text: 'string' }, statement: 'insert into notes (body) values ({{text}})' },
    { name: 'sort_hotels', sort: ['id', 'name'], statement: 'select id, name from hotels order by {{.sort}}' },
    {
      name: 'sort_listed',
      sort: ['id', 'name'],
      isListed: true,
      statement: 'select id, name from hotels order by {{.sort}}',
    },
  ];
}

/** Sends hostile strings through every string parameter; no table may change, and every value must arrive unchanged. */
export async function fuzzStrings({ databases, engines }) {
  const values = makeValues(count);
  const found = [];
  for (const engine of engines) {
    const schema = `${readConfig(engine, 'schema.sql')}\n${notes[engine]}\n${secrets}`;
    const rows = hotelStatements(engine).slice(readConfig(engine, 'schema.sql').length);
    for (const subject of subjectNames) {
      const statements = `${schema}\n${rows}\ninsert into secrets values ('s3cret');`;
      const environment = await databases[engine].create(`fuzz_${subject}`, statements);
      const admin = await databases[engine].connect(environment);
      const fuzz = { subject, engine, admin, environment, schema, values };
      found.push({ engine, subject, values: values.length, ...(await fuzzHotels(fuzz)), ...(await fuzzProbes(fuzz)) });
      await admin.close();
    }
  }
  return found;
}

/** Digest of the tables that no call may change. */
async function digest(admin) {
  const hotels = await admin.query('select * from hotels order by id');
  const secret = await admin.query('select * from secrets');
  const print = (_key, value) => (typeof value === 'bigint' ? Number(value) : value);
  return createHash('sha256')
    .update(JSON.stringify([hotels, secret], print))
    .digest('hex');
}

/** Makes calls, some at once, and gives each reply to `take`. */
async function callAll(client, values, makeCall, take) {
  for (let start = 0; start < values.length; start += batch) {
    const part = values.slice(start, start + batch);
    const replies = await Promise.all(part.map((value) => client.call(...makeCall(value))));
    replies.forEach((reply, index) => take(reply, part[index]));
  }
}

/** All string parameters of the five tools for hotels. */
async function fuzzHotels({ subject, engine, admin, environment, values }) {
  const options = {
    config: readConfig(engine, configFiles[subject]),
    schema: readConfig(engine, 'schema.sql'),
    environment,
  };
  const client = await openClient(prepareServer(subject, `fuzz-${engine}`, options), 'stdio');
  const id = subject === 'toolbox' ? '999' : 999;
  const dates = { checkin_date: '2026-01-01', checkout_date: '2026-01-02' };
  const plans = {
    name: (value) => ['search-hotels-by-name', { name: value }],
    location: (value) => ['search-hotels-by-location', { location: value }],
    checkin_date: (value) => ['update-hotel', { hotel_id: id, ...dates, checkin_date: value }],
    checkout_date: (value) => ['update-hotel', { hotel_id: id, ...dates, checkout_date: value }],
    hotel_id: (value) => ['book-hotel', { hotel_id: value }],
  };
  const before = await digest(admin);
  const parameters = {};
  for (const [name, plan] of Object.entries(plans)) {
    const outcome = { calls: 0, errors: 0, protocolErrors: 0 };
    await callAll(client, values, plan, (reply) => {
      outcome.calls += 1;
      if (reply.error) outcome.protocolErrors += 1;
      else if (reply.result.isError) outcome.errors += 1;
    });
    parameters[name] = outcome;
  }
  const isUnchanged = (await digest(admin)) === before;
  await client.close();
  return { parameters, isUnchanged };
}

async function fuzzProbes({ subject, engine, admin, environment, schema, values }) {
  const options = { config: writeConfig(subject, engine, listProbes(engine)), schema, environment };
  const client = await openClient(prepareServer(subject, `probes-${engine}`, options), 'stdio');
  const before = await digest(admin);
  const returned = { unchanged: 0, refused: 0, changed: [] };
  await callAll(
    client,
    values,
    (text) => ['echo', { text }],
    (reply, text) => {
      if (readError(reply) !== undefined) returned.refused += 1;
      else if (readRows(subject, reply)[0]?.value === text) returned.unchanged += 1;
      else returned.changed.push([text.slice(0, 60), JSON.stringify(readRows(subject, reply)[0])?.slice(0, 100)]);
    },
  );
  const sent = [];
  const stored = { unchanged: 0, refused: 0, changed: [] };
  await callAll(
    client,
    values,
    (text) => ['add_note', { text }],
    (reply, text) => {
      if (readError(reply) === undefined) sent.push(text);
      else stored.refused += 1;
    },
  );
  const bodies = (await admin.query('select body from notes')).map(({ body }) => body).toSorted();
  const expected = sent.toSorted();
  if (isDeepStrictEqual(bodies, expected)) stored.unchanged = sent.length;
  else {
    const left = new Map();
    for (const body of bodies) left.set(body, (left.get(body) ?? 0) + 1);
    for (const text of sent) {
      const rest = left.get(text) ?? 0;
      if (rest > 0) {
        left.set(text, rest - 1);
        stored.unchanged += 1;
      } else stored.changed.push(text.slice(0, 60));
    }
  }
  const template = subject === 'dbhub' ? undefined : await fuzzTemplate(client, 'sort_hotels');
  const listedTemplate = subject === 'dbhub' ? undefined : await fuzzTemplate(client, 'sort_listed');
  const isUnchanged = (await digest(admin)) === before;
  await client.close();
  const shorten = (outcome) => ({ ...outcome, changed: outcome.changed.length, examples: outcome.changed.slice(0, 3) });
  return {
    returned: shorten(returned),
    stored: shorten(stored),
    template,
    listedTemplate,
    areProbesUnchanged: isUnchanged,
  };
}

/** A parameter that chooses the column of `order by`: how many texts run as a part of the statement? */
async function fuzzTemplate(client, tool) {
  const texts = [...templateInjections, ...injections];
  const outcome = { texts: texts.length, ran: 0, refusedByDatabase: 0, refusedBefore: 0, examples: [] };
  const before = /^Invalid arguments|parameters were invalid/u;
  for (const sort of texts) {
    const reply = await client.call(tool, { sort });
    const error = readError(reply);
    if (error === undefined) {
      outcome.ran += 1;
      if (outcome.examples.length < 4) outcome.examples.push(sort);
    } else if (before.test(error)) outcome.refusedBefore += 1;
    else outcome.refusedByDatabase += 1;
  }
  return outcome;
}
