import { openClient, within } from '../client.mjs';
import { readError, readRows } from '../hotels.mjs';
import { writeConfig } from '../probes.mjs';
import { prepareServer, subjectNames } from '../subjects.mjs';

const schema = {
  postgres: 'create table days (id integer not null primary key, day date not null, amount integer not null);',
  mariadb: 'create table days (id integer not null primary key, day date not null, amount integer not null);',
  sqlite: 'create table days (id integer not null primary key, day date not null, amount integer not null);',
};
const casts = {
  postgres: { text: 'text', whole: 'bigint', real: 'float8', yes: 'boolean' },
  mariadb: { text: 'char', whole: 'signed', real: 'double', yes: 'unsigned' },
};

function listProbes(engine) {
  const value = (name) =>
    engine === 'sqlite' ? `{{${name}}} as value` : `cast({{${name}}} as ${casts[engine][name]}) as value`;
  const kinds = { text: 'string', whole: 'integer', real: 'float', yes: 'boolean' };
  const echoes = Object.entries(kinds).map(([name, type]) => ({
    name: `echo_${name}`,
    parameters: { [name]: type },
    statement: `select ${value(name)}`,
  }));
  const update = {
    name: 'set_amount',
    parameters: { amount: 'integer', id: 'integer' },
    statement: 'update days set amount = {{amount}} where id = {{id}}',
  };
  return [...echoes, update];
}

const inputs = [
  ['number for a string', 'echo_text', { text: 5 }],
  ['object for a string', 'echo_text', { text: { a: 1 } }],
  ['list for a string', 'echo_text', { text: ['a'] }],
  ['true for a string', 'echo_text', { text: true }],
  ['null for a string', 'echo_text', { text: null }],
  ['no argument', 'echo_text', {}],
  ['unknown argument', 'echo_text', { text: 'a', other: 'b' }],
  ['no arguments member', 'echo_text', undefined],
  ['arguments are a list', 'echo_text', ['a']],
  ['arguments are a string', 'echo_text', 'a'],
  ['text for an integer', 'echo_whole', { whole: '5' }],
  ['words for an integer', 'echo_whole', { whole: 'five' }],
  ['fraction for an integer', 'echo_whole', { whole: 1.5 }],
  ['1e30 for an integer', 'echo_whole', { whole: 1e30 }],
  ['null for an integer', 'echo_whole', { whole: null }],
  ['true for an integer', 'echo_whole', { whole: true }],
  ['list for an integer', 'echo_whole', { whole: [1] }],
  ['text for a number', 'echo_real', { real: '1.5' }],
  ['object for a number', 'echo_real', { real: {} }],
  ['text for a boolean', 'echo_yes', { yes: 'true' }],
  ['1 for a boolean', 'echo_yes', { yes: 1 }],
  ['null for a boolean', 'echo_yes', { yes: null }],
  ['integer too large for the column', 'set_amount', { id: 1, amount: 3_000_000_000 }],
  ['a missing of two arguments', 'set_amount', { id: 1 }],
  ['unknown tool', 'nothing', {}],
  ['unsafe integer, as digits on the wire', 'echo_whole', '{"whole":9007199254740993}'],
  ['10,000 lists in each other', 'echo_text', `{"text":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ['10 MB string', 'echo_text', { text: 'a'.repeat(10_000_000) }],
];

/** Sends wrong input, over stdio and HTTP, and says how each server takes it. */
export async function sendWrongInput({ databases, engines }) {
  const found = [];
  for (const engine of engines) {
    for (const subject of subjectNames) {
      const statements = `${schema[engine]}\ninsert into days values (1, '2026-01-01', 5);`;
      const environment = await databases[engine].create(`inputs_${subject}`, statements);
      const options = { config: writeConfig(subject, engine, listProbes(engine)), schema: schema[engine], environment };
      const server = prepareServer(subject, `inputs-${engine}`, options);
      for (const transport of ['stdio', 'http']) {
        found.push({ engine, subject, transport, ...(await sendAll(server, transport, subject)) });
      }
    }
  }
  return found;
}

async function sendAll(server, transport, subject) {
  let client = await openClient(server, transport);
  const outcomes = {};
  const count = { toolError: 0, protocolError: 0, taken: 0, noAnswer: 0, ended: 0 };
  for (const [title, name, input] of inputs) {
    const reply = await within(20_000, () => send(client, name, input)).catch((error) => ({ failure: error.message }));
    const [kind, text] = judge(subject, reply);
    count[kind] += 1;
    outcomes[title] = `${kind}: ${text.slice(0, 200)}`;
    const isAlive = await within(5000, () => client.call('echo_text', { text: 'ok' })).then(
      (answer) => answer.error?.code !== 'ended' && answer.error?.code !== 'ECONNREFUSED',
      () => false,
    );
    if (isAlive) continue;
    outcomes[title] += ' [no answer to the next call either: the server was started again]';
    await client.close();
    client = await openClient(server, transport);
  }
  await client.close();
  return { inputs: inputs.length, ...count, outcomes };
}

/** Text is the JSON of the arguments, which JavaScript cannot write by itself. */
function send(client, name, input) {
  if (typeof input !== 'string' || !input.startsWith('{')) return client.call(name, input);
  return client.ask('tools/call', { name }, { splice: input });
}

function judge(subject, reply) {
  if (reply.failure) return ['noAnswer', reply.failure];
  if (reply.error?.code === 'ended') return ['ended', reply.error.message];
  if (reply.error) return ['protocolError', `${reply.error.code} ${reply.error.message}`];
  if (reply.result?.isError) return ['toolError', readError(reply)];
  try {
    return ['taken', JSON.stringify(readRows(subject, reply) ?? reply.result.structuredContent)];
  } catch {
    return ['taken', JSON.stringify(reply.result)];
  }
}
