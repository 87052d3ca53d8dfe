import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { checkCorpus, type CorpusRow } from './check-corpus.mjs';
import { compareBody } from './examples/compare-body.mjs';

const folder = path.join(import.meta.dirname, 'documents');
const limits = { seconds: 100, megabytes: 1024, parallel: 2 };

test('every example that fits its own document arrives, and the others are told with their fault', async () => {
  const [row] = await checkCorpus(folder, ['orders-30.yaml'], limits, () => {}, 'examples');
  expect(row?.problems).toEqual([]);
  expect(row?.examples).toEqual({
    documented: 17,
    otherType: 1,
    valid: 13,
    // The example of `addChoice` arrives, although `additionalProperties: false` forbids it.
    arrived: 14,
    readOnly: 1,
    empty: 1,
    made: 1,
    madeArrived: 1,
    faults: [
      {
        tool: 'replaceOrder',
        name: 'missing',
        reason: 'refused: - title: is required',
        fault: 'required at the root (@title)',
      },
      {
        tool: 'replaceCup',
        name: 'untyped',
        reason: 'refused: - body.kind: is required',
        fault: 'required at the root (kind)',
      },
    ],
  } satisfies CorpusRow['examples']);
});

test('a property that one part of a schema says is read-only is sent if another part has it, and not required otherwise', async () => {
  const id = { type: 'integer', readOnly: true };
  const base = { type: 'object', properties: { id, name: { type: 'string' } } };
  const writable = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
  const bodies = {
    both: { allOf: [base, writable] },
    either: { oneOf: [base, writable] },
    none: { allOf: [base, { required: ['id', 'name'] }] },
    nested: {
      type: 'object',
      properties: { inner: { allOf: [{ $ref: '#/components/schemas/Base' }], required: ['id'] } },
    },
  };
  const paths = Object.fromEntries(
    Object.entries(bodies).map(([name, schema]) => {
      const example = name === 'nested' ? { inner: { id: 1, name: 'a' } } : { id: 1, name: 'a' };
      const requestBody = { required: true, content: { 'application/json': { schema, example }, examples: {} } };
      return [`/${name}`, { post: { operationId: name, requestBody, responses: { 204: { description: 'd' } } } }];
    }),
  );
  const info = { title: 'T', version: '1' };
  const document = {
    openapi: '3.1.0',
    info,
    servers: [{ url: 'https://a.example' }],
    paths,
    components: { schemas: { Base: base } },
  };
  const documents = makeFolder({ 'a.json': JSON.stringify(document) });
  const [row] = await checkCorpus(documents, ['a.json'], limits, () => {}, 'examples');
  expect(row?.problems).toEqual([]);
  expect(row?.examples).toMatchObject({ documented: 4, valid: 4, arrived: 4, readOnly: 2, faults: [] });
});

test('the runner ends with exit code 1 when an example that fits its document does not arrive', async () => {
  const schema = { type: 'object' };
  const requestBody = { required: true, content: { 'application/json': { schema, example: { a: 1 } } } };
  const post = { operationId: 'add', 'x-mcp': false, requestBody, responses: { 204: { description: 'd' } } };
  const get = { operationId: 'find', responses: { 204: { description: 'd' } } };
  const info = { title: 'T', version: '1' };
  const document = { openapi: '3.0.3', info, servers: [{ url: 'https://a.example' }], paths: { '/a': { get, post } } };
  const documents = makeFolder({ 'a.json': JSON.stringify(document) });
  const script = path.join(import.meta.dirname, 'run.mjs');
  const run = promisify(execFile)(process.execPath, [script, documents, '--examples']);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('LOST a.json POST /a (example): the operation has no tool') as string,
  });
});

test.each([
  ['application/json', '{"a":[1,2]}', { a: [1, 2] }, undefined],
  ['application/json', '{"a":[1,2]}', { a: [2, 1] }, '/a: [1,2] arrived, not [2,1]'],
  ['application/json', '{"a":1}', { a: '1' }, '/a: 1 arrived, not "1"'],
  ['application/merge-patch+json', '{}', { a: 1 }, '/a: nothing arrived, not 1'],
  ['application/x-www-form-urlencoded', 'a=1&b=x&b=y', { a: 1, b: ['x', 'y'], c: null, d: {} }, undefined],
  ['application/x-www-form-urlencoded', 'a[b]=1&c[]=2&d[0][e]=3', { a: { b: 1 }, c: [2], d: [{ e: 3 }] }, undefined],
  ['application/x-www-form-urlencoded', 'a=%7B%22b%22%3A1%7D', { a: { b: 1 } }, undefined],
  ['application/x-www-form-urlencoded', 'a=%7B%22b%22%3A1%7D', { a: ['{"b":1}'] }, undefined],
  ['application/x-www-form-urlencoded', 'a=1', { a: 1, b: 2 }, '/b: nothing arrived, not "2"'],
  ['application/x-www-form-urlencoded', 'a=1&b=%7B%7D&c=%5B%5D', { a: 1, b: {}, c: [] }, undefined],
  ['application/x-www-form-urlencoded', 'a=1&b=%7B%7D', { a: 1 }, '/b: "{}" arrived, not nothing'],
  ['application/x-www-form-urlencoded', 'a=x+y&b=%C3%A9', 'a=x y&b=é', undefined],
  ['application/x-www-form-urlencoded', '', 'a=x', 'the root: [] arrived, not [["a","x"]]'],
  ['text/plain', 'a', 'b', 'the root: "a" arrived, not "b"'],
])('of %s, %s and the example %j, the difference is %j', (mediaType, body, example, difference) => {
  expect(compareBody(mediaType, Buffer.from(body), example)).toBe(difference);
});
