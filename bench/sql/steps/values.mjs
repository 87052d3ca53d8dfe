import { openClient } from '../client.mjs';
import { readError, readRows } from '../hotels.mjs';
import { writeConfig } from '../probes.mjs';
import { prepareServer, subjectNames } from '../subjects.mjs';
import { samples, sampleStatements } from './value-rows.mjs';

/** Compares values of all types with what the database holds: one tool per column. */
export async function compareValues({ databases, engines }) {
  const found = [];
  for (const engine of engines) {
    const { schema, rows } = sampleStatements(engine);
    const environment = await databases[engine].create('samples', `${schema}\n${rows}`);
    for (const subject of subjectNames) {
      const tools = Object.keys(samples[engine]).map((column) => ({
        name: `get_${column}`,
        parameters: { id: 'integer' },
        statement: `select ${column} as value from samples where id = {{id}}`,
      }));
      tools.push({
        ...tools.find(({ name }) => name === 'get_big'),
        name: 'get_digits',
        columns: { value: { as: 'string' } },
      });
      const options = { config: writeConfig(subject, engine, tools), schema, environment };
      const client = await openClient(prepareServer(subject, `values-${engine}`, options), 'stdio');
      const digits =
        subject === 'ours' ? readRows('ours', await client.call('get_digits', { id: 1 }))[0].value : undefined;
      found.push({ engine, subject, ...(await readAll(client, subject, engine)), digits });
      await client.close();
    }
  }
  return found;
}

async function readAll(client, subject, engine) {
  const count = { right: 0, unsafe: 0, otherForm: 0, refused: 0, wrong: 0 };
  const differences = [];
  for (const [column, [type, literal, right, other = []]] of Object.entries(samples[engine])) {
    const reply = await client.call(`get_${column}`, { id: 1 });
    const error = readError(reply);
    const value = error === undefined ? readValue(subject, reply) : undefined;
    const verdict = error === undefined ? judge(value, right, other) : 'refused';
    count[verdict] += 1;
    if (verdict !== 'right')
      differences.push({ type, stored: literal, verdict, returned: error ?? JSON.stringify(value) });
  }
  return { values: Object.keys(samples[engine]).length, ...count, differences };
}

function readValue(subject, reply) {
  try {
    const [row] = readRows(subject, reply, parseExactly);
    return row === undefined ? '(no row)' : row.value;
  } catch {
    // Toolbox puts some errors in the place of a row.
    return reply.result.content[0].text;
  }
}

/** Numbers keep their digits: they become `{ "#": "1.50" }`. */
function parseExactly(text) {
  return JSON.parse(
    text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gu, (token) =>
      token.startsWith('"') ? token : `{"#":"${token}"}`,
    ),
  );
}

function judge(value, right, other) {
  const text = print(value);
  const isRight = right.includes(text) || right.some((form) => isSameNumber(value, form));
  if (isRight && isUnsafe(value)) return 'unsafe';
  if (isRight) return 'right';
  return other.includes(text) ? 'otherForm' : 'wrong';
}

function isSameNumber(value, form) {
  const digits = value?.['#'];
  return digits !== undefined && Number.isFinite(Number(form)) && !isLong(form) && Number(digits) === Number(form);
}

function isLong(text) {
  return text.replaceAll(/\D/gu, '').length > 15 && !text.startsWith('0.');
}

/** Whether a number of the JSON is not the same after `JSON.parse` in JavaScript. */
function isUnsafe(value) {
  if (typeof value !== 'object' || value === null) return false;
  const digits = value['#'];
  if (digits === undefined) return Object.values(value).some(isUnsafe);
  return /^-?\d+$/u.test(digits) && !Number.isSafeInteger(Number(digits));
}

/** The value as text: a string as it is, a number by its digits, others as JSON. */
function print(value) {
  if (typeof value === 'string') return value;
  if (value?.['#'] !== undefined) return value['#'];
  return JSON.stringify(value).replaceAll(/\{"#":"([^"]*)"\}/gu, '$1');
}
