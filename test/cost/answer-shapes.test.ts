import { describe, expect, test } from 'vitest';
import { image } from '../../runtime/core/api/builders.js';
import { selectFields } from '../../runtime/features/apis/responses/select-fields.js';
import type { ForwardOperation } from '../../runtime/features/apis/forward-definition.js';
import { describeProblems } from '../../runtime/core/results/describe-problems.js';
import { captureContent, readResult } from '../../runtime/features/telemetry/capture-content.js';
import { callOperation } from '../forward/call-operation.js';
import { useRecordingServer } from '../forward/recording-server.js';
import { measure } from '../kit/measure-growth.js';

/** Gives each number below a count to a function. */
function list<Item>(count: number, make: (index: number) => Item): readonly Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function members(count: number, make: (index: number) => unknown): object {
  return Object.fromEntries(list(count, (index) => [`key${index}`, make(index)]));
}

function nest(levels: number, leaf: string, wrap: (inner: string, level: number) => string): string {
  let text = leaf;
  for (let level = 0; level < levels; level += 1) text = wrap(text, level);
  return text;
}

const words = 'word '.repeat(1_200_000);
const owner = { id: 1, login: 'octocat', bio: 'A long text about the owner. '.repeat(6) };

const operation: ForwardOperation = {
  method: 'GET',
  path: ['/'],
  paging: {
    argument: 'page_args',
    parameters: [
      { role: 'page', name: 'page', key: 'page' },
      { role: 'cursor', name: 'cursor', key: 'cursor' },
    ],
  },
};

const server = useRecordingServer();

/** Processor time of a call, in milliseconds, with that of the API in this process. Reading and parsing the body take a third of it. */
async function measureCall(json: string, charset = 'utf-8'): Promise<readonly [text: string, milliseconds: number]> {
  const body = Buffer.from(json);
  const type = `application/json; charset=${charset}`;
  server.answer = (_, response) => response.setHeader('content-type', type).end(body);
  const start = process.cpuUsage();
  const { content } = await callOperation(server.url, operation, {});
  const { user, system } = process.cpuUsage(start);
  return [String(content[0]?.['text']), (user + system) / 1000];
}

describe('a value of some MB takes time for what is shown of it', () => {
  const items = list(400_000, (index) => `text ${index}`);
  const object = { ...items };
  const texts = list(9, () => JSON.stringify(items));
  const secrets = ['first secret', 'second secret', 'third secret'];
  const error = { instancePath: '/items', schemaPath: '', keyword: 'maxItems', params: {} };
  const problems = list(100, (index) => ({ ...error, message: `must NOT have more than ${index} items` }));
  const tree = list(400_000, (index) => ({ ...error, instancePath: `/items/${index}`, message: 'must be number' }));
  const paths = list(20_000, (index) => `field${index}`);

  test.each<readonly [string, number, () => unknown]>([
    ['many problems of one list', 500, () => describeProblems(problems, { items }, 'the result')],
    ['many problems of one object', 1000, () => describeProblems(problems, { items: object }, 'the result')],
    ['a problem of each item', 500, () => describeProblems(tree, { items }, 'the result')],
    ['values for a trace', 500, () => captureContent({ items }, secrets)],
    ['texts of JSON for a trace', 500, () => captureContent({ texts }, secrets)],
    ['a result for a trace', 500, () => readResult(`"structuredContent":${texts[0]}`)],
    ['bytes of an image', 400, () => image(new Uint8Array(8_000_000), 'image/png')],
    [
      'many fields of many items',
      1500,
      () =>
        selectFields(
          list(20_000, (id) => ({ id })),
          paths,
        ),
    ],
  ])('%s', (_, limit, run) => {
    expect(measure(run)).toBeLessThan(limit);
  });
});

describe('an answer of some MB is shortened in time for what is printed of it', () => {
  test.each<readonly [string, () => unknown]>([
    ['an object with 150,000 members', () => members(150_000, (index) => index)],
    ['an object with 20,000 members', () => members(20_000, (index) => index)],
    ['a wide object in objects', () => ({ data: { by: members(60_000, (index) => index) } })],
    ['an object with 30,000 objects', () => members(30_000, (id) => ({ id, name: `n${id}`, url: 'https://a.b' }))],
    ['integers as keys', () => Object.fromEntries(list(100_000, (index) => [index * 7, index]))],
    ['large objects in a list', () => list(20, () => members(8000, (index) => index))],
    ['a long text', () => ({ body: words })],
    ['long texts', () => list(800, (index) => `${index} ${words.slice(0, 9000)}`)],
    ['a million numbers', () => ({ items: list(1_000_000, (index) => index), next: 'abc' })],
    ['rows', () => list(100_000, (id) => ({ id, name: `Name ${id}`, state: 'open', empty: null }))],
    ['rows with keys of their own', () => list(20_000, (id) => ({ [`a${id}`]: id, [`b${id}`]: id }))],
    ['lists in a list', () => list(100_000, (id) => [id, `n${id}`, [1, 2]])],
    ['many lists in an object', () => members(3000, () => list(500, (index) => index % 10))],
    ['repeated objects', () => list(30_000, (id) => ({ id, owner }))],
    ['rows of nulls', () => list(100_000, () => ({ id: null, name: null, state: '', other: {} }))],
    ['links to the next page', () => ({ links: members(50_000, (index) => `https://a.b/?page=${index}`) })],
  ])('%s', async (_, make) => {
    const [text, milliseconds] = await measureCall(JSON.stringify(make()));
    expect(text).toContain('The result was truncated.');
    expect(milliseconds).toBeLessThan(mostMs);
  });

  test.each<readonly [string, string]>([
    [
      'objects inside each other',
      nest(300, '1', (inner, level) => `{${list(300, (index) => `"k${level}_${index}":1`).join()},"a":${inner}}`),
    ],
    ['long integers', `[${list(400_000, (index) => `1234567890123${100_000 + index}`).join()}]`],
    ['deep lists in a list', `[${list(1000, () => nest(400, '1', (inner) => `[${inner}]`)).join()}]`],
  ])('%s', async (_, json) => {
    const [text, milliseconds] = await measureCall(json);
    expect(text).toContain('The result was truncated.');
    expect(milliseconds).toBeLessThan(mostMs);
  });
});

describe('an answer of 8 MB lets other requests run while it is read and shortened', () => {
  test.each<readonly [string, charset: string, json: string]>([
    ['a wide object', 'utf-8', JSON.stringify(members(400_000, (index) => index))],
    ['a wide object', 'iso-8859-1', JSON.stringify(members(400_000, (index) => index))],
    ['empty lists', 'utf-8', `[${'[],'.repeat(2_700_000)}[]]`],
    ['a deep list', 'utf-8', '['.repeat(4_000_000) + ']'.repeat(4_000_000)],
    ['keys of their own', 'utf-8', JSON.stringify(list(200_000, (id) => ({ [`a${id}`]: id, [`b${id}`]: id })))],
  ])('%s in %s', async (_, charset, json) => {
    const stop = watchTurns();
    const [text, milliseconds] = await measureCall(json, charset);
    expect(stop()).toBeLessThan(mostMs / 2);
    expect(text).toContain('The result was truncated.');
    expect(milliseconds).toBeLessThan(2 * mostMs);
  });
});

/** Most processor time of a call, with generous room for busy machines. */
const mostMs = 1500;

/** Measures the turns of the event loop. Returns a function that ends this and gives the processor time of the longest, in milliseconds. */
function watchTurns(): () => number {
  let longest = 0;
  let last = process.cpuUsage();
  let turn = setImmediate(function next() {
    const { user, system } = process.cpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.cpuUsage();
    turn = setImmediate(next);
  });
  return () => {
    clearImmediate(turn);
    return longest;
  };
}
