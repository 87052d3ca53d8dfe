import { describe, expect, test } from 'vitest';
import { image } from '../../runtime/api/builders.js';
import { selectFields } from '../../runtime/forward/answers/select-fields.js';
import type { ForwardOperation } from '../../runtime/forward/forward-definition.js';
import { describeProblems } from '../../runtime/results/describe-problems.js';
import { captureContent, readResult } from '../../runtime/telemetry/capture-content.js';
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
async function measureCall(json: string): Promise<readonly [text: string, milliseconds: number]> {
  const body = Buffer.from(json);
  server.answer = (_, response) => response.setHeader('content-type', 'application/json').end(body);
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
  test.each<readonly [string, number, () => unknown]>([
    ['an object with 150,000 members', 4000, () => members(150_000, (index) => index)],
    ['an object with 20,000 members', 500, () => members(20_000, (index) => index)],
    ['a wide object in objects', 1500, () => ({ data: { by: members(60_000, (index) => index) } })],
    [
      'an object with 30,000 objects',
      2000,
      () => members(30_000, (id) => ({ id, name: `n${id}`, url: 'https://a.b' })),
    ],
    ['integers as keys', 4000, () => Object.fromEntries(list(100_000, (index) => [index * 7, index]))],
    ['large objects in a list', 2500, () => list(20, () => members(8000, (index) => index))],
    ['a long text', 1500, () => ({ body: words })],
    ['long texts', 1500, () => list(800, (index) => `${index} ${words.slice(0, 9000)}`)],
    ['a million numbers', 1500, () => ({ items: list(1_000_000, (index) => index), next: 'abc' })],
    ['rows', 1500, () => list(100_000, (id) => ({ id, name: `Name ${id}`, state: 'open', empty: null }))],
    ['rows with keys of their own', 3000, () => list(20_000, (id) => ({ [`a${id}`]: id, [`b${id}`]: id }))],
    ['lists in a list', 1500, () => list(100_000, (id) => [id, `n${id}`, [1, 2]])],
    ['many lists in an object', 1500, () => members(3000, () => list(500, (index) => index % 10))],
    ['repeated objects', 1500, () => list(30_000, (id) => ({ id, owner }))],
    ['rows of nulls', 1500, () => list(100_000, () => ({ id: null, name: null, state: '', other: {} }))],
    ['links to the next page', 1500, () => ({ links: members(50_000, (index) => `https://a.b/?page=${index}`) })],
  ])('%s', async (_, limit, make) => {
    const [text, milliseconds] = await measureCall(JSON.stringify(make()));
    expect(text).toContain('The answer was shortened.');
    expect(milliseconds).toBeLessThan(limit);
  });

  test.each<readonly [string, number, string]>([
    [
      'objects inside each other',
      2000,
      nest(300, '1', (inner, level) => `{${list(300, (index) => `"k${level}_${index}":1`).join()},"a":${inner}}`),
    ],
    ['long integers', 3000, `[${list(400_000, (index) => `1234567890123${100_000 + index}`).join()}]`],
    ['deep lists in a list', 2500, `[${list(1000, () => nest(400, '1', (inner) => `[${inner}]`)).join()}]`],
  ])('%s', async (_, limit, json) => {
    const [text, milliseconds] = await measureCall(json);
    expect(text).toContain('The answer was shortened.');
    expect(milliseconds).toBeLessThan(limit);
  });
});
