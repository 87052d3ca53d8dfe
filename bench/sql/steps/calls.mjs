import { isDeepStrictEqual } from 'node:util';
import { openClient } from '../client.mjs';
import { configFiles, hotelStatements, readConfig, readError, readRows } from '../hotels.mjs';
import { prepareServer, subjectNames } from '../subjects.mjs';

const names = ['Basel', 'krone', "Anna's", '%', '_', 'ü', '’', 'nothing like it', '100%', ''];
const locations = ['Basel', 'BERN', 'Zürich', 'z', 'Geneva', 'Lucerne', 'x', '\\', "'", ' '];
const ids = [1, 2, 10, 11, -1];
const dates = [
  [1, '2026-05-01', '2026-05-03'],
  [2, '2026-12-31', '2027-01-01'],
  [3, '2028-02-29', '2028-03-01'],
  [99, '2026-05-01', '2026-05-03'],
  [4, '2026-05-03', '2026-05-01'],
];
const calls = [
  ...names.map((name) => ['search-hotels-by-name', { name }]),
  ...locations.map((location) => ['search-hotels-by-location', { location }]),
  ...ids.map((id) => ['book-hotel', { hotel_id: id }]),
  ...dates.map(([id, from, to]) => ['update-hotel', { hotel_id: id, checkin_date: from, checkout_date: to }]),
  ...ids.map((id) => ['cancel-hotel', { hotel_id: id }]),
  ...['', 'o', 'Inn', 'Bear', '2'].map((name) => ['search-hotels-by-name', { name }]),
];

/** Makes the same calls to all servers, each with a database of its own, and compares results and tables. */
export async function compareCalls({ databases, engines }) {
  const found = [];
  for (const engine of engines) {
    const outcomes = {};
    for (const subject of subjectNames) outcomes[subject] = await makeCalls(databases[engine], engine, subject);
    const truth = outcomes.ours;
    for (const subject of subjectNames) {
      const own = outcomes[subject];
      const differences = own.flatMap((outcome, index) => compare(truth[index], outcome, calls[index]));
      found.push({
        engine,
        subject,
        calls: calls.length,
        equal: calls.length - differences.length,
        tableEqual: own.every(({ table }, index) => isDeepStrictEqual(table, truth[index].table)),
        searchesRight: own.filter(({ isRight }) => isRight).length,
        searches: own.filter(({ isRight }) => isRight !== undefined).length,
        differences: differences.slice(0, 5),
      });
    }
  }
  return found;
}

async function makeCalls(database, engine, subject) {
  const environment = await database.create(`calls_${subject}`, hotelStatements(engine));
  const config = readConfig(engine, configFiles[subject]);
  const options = { config, schema: readConfig(engine, 'schema.sql'), environment };
  const client = await openClient(prepareServer(subject, `calls-${engine}`, options), 'stdio');
  const admin = await database.connect(environment);
  const outcomes = [];
  for (const [name, input] of calls) {
    // The identifiers of hotels are strings in the configuration of Toolbox, as in its quickstart.
    const sent =
      subject === 'toolbox' && input.hotel_id !== undefined ? { ...input, hotel_id: String(input.hotel_id) } : input;
    const reply = await client.call(name, sent);
    const rows = name.startsWith('search') ? readRows(subject, reply)?.map(normalize) : undefined;
    const table = (await admin.query('select * from hotels order by id')).map((row) => JSON.stringify(row, plain));
    const isRight =
      rows && isDeepStrictEqual(sortRows(rows), sortRows(await searchTruth(admin, engine, Object.entries(input)[0])));
    outcomes.push({ rows, error: readError(reply), table, isRight, text: reply.raw?.slice(0, 400) });
  }
  await admin.close();
  await client.close();
  return outcomes;
}

function plain(_key, value) {
  return typeof value === 'bigint' ? Number(value) : value;
}

async function searchTruth(admin, engine, [column, value]) {
  const like = engine === 'postgres' ? 'ilike' : 'like';
  const place = engine === 'postgres' ? '$1' : '?';
  const text = `select * from hotels where ${column} ${like} ${place}`;
  return (await admin.query(text, [`%${value}%`])).map((row) => normalize(JSON.parse(JSON.stringify(row, plain))));
}

/** A row in one form: dates without time, and whether a hotel is booked as a number. */
function normalize(row) {
  return {
    ...row,
    id: Number(row.id),
    checkin_date: String(row.checkin_date).slice(0, 10),
    checkout_date: String(row.checkout_date).slice(0, 10),
    booked: readBit(row.booked),
  };
}

function readBit(value) {
  if (typeof value === 'object' && value !== null) {
    if (value.Bytes) return Buffer.from(value.Bytes, 'base64')[0] >> 7;
    return value.data?.[0];
  }
  if (value === '\u0001' || value === 'AQ==') return 1;
  if (value === '\u0000' || value === 'AA==') return 0;
  return Number(value);
}

function sortRows(rows) {
  return rows.toSorted((a, b) => a.id - b.id);
}

function compare(truth, own, [name, input]) {
  const isEqual = isDeepStrictEqual(truth.rows && sortRows(truth.rows), own.rows && sortRows(own.rows));
  if (isEqual && (truth.error === undefined) === (own.error === undefined)) return [];
  return [{ call: `${name} ${JSON.stringify(input)}`, ours: truth.error ?? truth.text, theirs: own.error ?? own.text }];
}
