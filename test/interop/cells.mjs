import assert from 'node:assert/strict';

/**
 * Cells of a row of the matrix, each with the exchange that earns it.
 *
 * @typedef {import('./drive.mjs').Session} Session
 * @typedef {{ name: string, check(session: Session, asked: readonly object[]): Promise<string | void> }} Cell `check` gives what
 *   the cell says, by default ✓, and throws an Error for ✗
 * @type {readonly Cell[]}
 */
export const cells = [
  { name: 'protocol version', check: readVersion },
  { name: 'list', check: checkList },
  { name: 'call', check: checkCall },
  { name: 'structured', check: checkStructured },
  { name: 'error', check: checkError },
  { name: 'elicitation', check: checkElicitation },
  { name: 'shown to the model', check: readShown },
];

/** The protocol version of a call as the server sees it. */
async function readVersion(session) {
  const version = textOf(await session.call('protocol_version', {}));
  assert.match(version, /^\d{4}-\d{2}-\d{2}$/u);
  return version;
}

async function checkList(session) {
  const tools = await session.list();
  assert.deepEqual(Object.fromEntries(tools.map(({ name, description }) => [name, description])), {
    greet: 'Greets a person.',
    find_book: 'Finds a book.',
    show_book: 'Shows a book, with a text that is not in the structured value.',
    buy_book: 'Buys a book that is out of stock.',
    order_shirt: 'Orders a shirt, and asks for its size.',
    protocol_version: 'Tells the protocol version of the call.',
  });
}

async function checkCall(session) {
  assert.equal(textOf(await session.call('greet', { name: 'Grüße 🎲' })), 'Hello, Grüße 🎲.');
}

/** A client that hands only the content on gets the value as JSON text. */
async function checkStructured(session) {
  const { structuredContent, content } = await session.call('find_book', {});
  if (structuredContent === undefined) {
    assert.deepEqual(JSON.parse(textOf({ content })), { title: 'Dune', pages: 412 });
    return 'as text';
  }
  assert.deepEqual({ ...structuredContent }, { title: 'Dune', pages: 412 });
}

/** A failed call is a result with `isError`, or an exception, with the message of the server. */
async function checkError(session) {
  const failure = await session.call('buy_book', {}).then(
    (result) => (result.isError === true ? textOf(result) : assert.fail(`a success: ${JSON.stringify(result)}`)),
    (error) => describe(error),
  );
  assert.ok(failure.includes('Dune is out of stock.'), failure);
}

/** The errors for clients that declare no forms, from 2026-07-28 on and before. */
const refusal =
  /^error: (?:The client lacks a required capability: elicitation|Elicitation failed: (?:the client does not declare the capability elicitation\.form|protocol version 2024-11-05 does not support elicitation))$/u;

/** A client that cannot be asked gets an error that says so, and does not wait. */
async function checkElicitation(session, asked) {
  const outcome = await session.call('order_shirt', {}).then(
    (result) => `${result.isError ? 'error: ' : ''}${textOf(result)}`,
    (error) => `error: ${describe(error)}`,
  );
  if (asked.length === 0 && refusal.test(outcome)) return '–';
  assert.equal(outcome, 'Ordered M.');
  assert.equal(asked.length, 1);
  const [{ message, requestedSchema }] = asked;
  assert.equal(message, 'Which size?');
  assert.deepEqual(requestedSchema.properties.size.enum, ['S', 'M', 'L']);
}

/** The part of a result with both text and structured content that the client hands to a model. Proxies have no model. */
async function readShown(session) {
  if (session.show === undefined) return '';
  const shown = JSON.stringify(await session.show('show_book', {}));
  const parts = [];
  if (shown.includes('A novel about sand.')) parts.push('text');
  if (shown.includes('412')) parts.push('structured');
  assert.notEqual(parts.length, 0, shown);
  return parts.join(', ');
}

function textOf({ content }) {
  assert.equal(content?.[0]?.type, 'text', JSON.stringify(content));
  return content[0].text;
}

/** Message of an error, with the content that some clients attach instead. */
function describe(error) {
  return [error?.message, error?.content && JSON.stringify(error.content)].filter(Boolean).join(' ');
}
