import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ArgumentValidator } from '../../../generator/tools/dev-ui/host/argument-validator.js';
import { ValidatorThread } from '../../../generator/tools/dev-ui/host/run-validator.js';
import { askServer } from '../../kit/ask-server.js';

const validator = new ArgumentValidator();
afterAll(() => validator.close());

const check = (schema: unknown, value: unknown) => validator.validate(schema, JSON.stringify(value));

const list = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, index) => ({ properties: { kind: { const: index } } }));
const many = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`^p${index}$`, { type: 'string' }]));
function nest(levels: number): object {
  let schema: object = { type: 'string' };
  for (let level = 0; level < levels; level += 1) schema = { items: schema };
  return schema;
}

describe('the check of arguments', () => {
  test('finds what a running server finds, in its words', async () => {
    const root = path.resolve(import.meta.dirname, '../../..');
    const server = await askServer(path.join(root, 'dist/bookshop/server.mjs'), {
      carrier: 'stdio',
      revision: '2026-07-28',
    });
    try {
      const { result } = await server.ask('tools/list');
      const tools = (result as { readonly tools: readonly { readonly name: string; readonly inputSchema: object }[] })
        .tools;
      const wrong = { query: 7, isbn: '12', limit: 'many', unknown: null };
      for (const { name, inputSchema } of tools) {
        const answer = await server.call(name, wrong);
        const { content } = answer.result as { readonly content: readonly { readonly text: string }[] };
        const said = content[0]?.text.split('\n').slice(1);
        const found = await check(inputSchema, wrong);
        expect('errors' in found && found.errors.map((error) => `- ${error.path.slice(1)}: ${error.message}`)).toEqual(
          said,
        );
        expect(said?.length).toBeGreaterThan(0);
      }
    } finally {
      await server.close();
    }
  });

  test('locates each problem by JSON Pointer', async () => {
    const schema = {
      type: 'object',
      properties: {
        'a/b': { type: 'array', items: { type: 'object', required: ['x~y'] } },
        kind: { enum: ['one', 2] },
      },
      additionalProperties: false,
    };
    expect(await check(schema, { 'a/b': [{ 'x~y': 1 }, {}], kind: 3, more: 1 })).toEqual({
      errors: [
        { path: '/more', message: 'is not allowed' },
        { path: '/a~1b/1/x~0y', message: 'is required' },
        { path: '/kind', message: 'must be one of "one", 2, got 3' },
      ],
    });
    expect(await check(schema, {})).toEqual({ errors: [] });
  });

  test('works with recursive schemas and with long definitions, which have modules of their own', async () => {
    const long = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [`property_${index}`, { type: 'string', minLength: index }]),
    );
    const schema = {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/node' }, other: { $ref: '#/$defs/node' } },
      $defs: { node: { type: 'object', properties: { ...long, next: { $ref: '#/$defs/node' } } } },
    };
    expect(await check(schema, { tree: { next: { next: { property_3: 'ab' } } } })).toEqual({
      errors: [{ path: '/tree/next/next/property_3', message: 'must have at least 3 characters, got "ab"' }],
    });
  });

  test('leaves integers of many digits to the server, which may keep all of them', async () => {
    const schema = { type: 'object', properties: { id: { type: 'integer' } } };
    expect(await validator.validate(schema, '{"id":12345678901234567890}')).toEqual({ errors: [] });
  });

  test('says why a schema cannot be used, instead of throwing', async () => {
    expect(await check({ type: 'object', properties: { a: { $ref: '#/$defs/none' } } }, {})).toEqual({
      problem: 'The schema cannot be checked: `#/$defs/none` does not exist.',
    });
    const small = new ArgumentValidator({ maxSchema: 10, maxValue: 10 });
    expect(await small.validate({ description: 'long' }, '{}')).toEqual({
      problem: 'The schema is too large to validate: it has 22 characters, the maximum is 10.',
    });
    expect(await small.validate({}, '{"a":"long"}')).toEqual({
      problem: 'The arguments are too large to validate: they have 12 characters, the maximum is 10.',
    });
    await small.close();
    expect(await validator.validate({ type: 'object' }, '{')).toMatchObject({
      problem: expect.stringMatching(/^The arguments cannot be validated: /u),
    });
    expect(await check({ type: 'object' }, {})).toEqual({ errors: [] });
  });

  test('ends a validation that takes too long, and goes on with the next', async () => {
    const thread = new ValidatorThread();
    const endless = thread.run('export const validate = () => { for (;;); }', 'validate', '1', 300);
    const next = thread.run('export const validate = () => true', 'validate', '1', 30_000);
    await expect(endless).rejects.toThrow('validation took longer than 300 ms');
    expect(await next).toEqual([]);
    await thread.close();
  });

  test.each([
    [
      '20,000 pattern properties',
      'it has more than 500 pattern properties',
      () => ({ patternProperties: many(20_000) }),
    ],
    ['3,000 branches', 'it has more than 1000 branches in allOf, anyOf and oneOf', () => ({ anyOf: list(3000) })],
    ['40,000 properties', 'it has more than 30000 objects and lists', () => ({ properties: many(40_000) })],
    ['20,000 levels', 'it is nested more than 200 levels deep', () => ({ properties: { a: nest(20_000) } })],
  ])('a schema with %s is not compiled', async (_name, reason, print) => {
    expect(await check({ type: 'object', ...print() }, {})).toEqual({
      problem: `The schema is too large to validate: ${reason}.`,
    });
  });

  test('ends a compilation that takes too long, and remembers that', async () => {
    const hasty = new ArgumentValidator({ compileMs: 1 });
    const problem = 'The schema is too large to validate: the work took longer than 1 ms.';
    const schema = { type: 'object', patternProperties: many(500) };
    expect(await hasty.validate(schema, '{}')).toEqual({ problem });
    expect(await hasty.validate(schema, '{}')).toEqual({ problem });
    await hasty.close();
  });

  test('compiles in a thread: the host answers in the meantime', async () => {
    const order: string[] = [];
    const checking = check({ type: 'object', patternProperties: many(400) }, {}).then(() => order.push('checked'));
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    order.push('answered');
    await checking;
    expect(order).toEqual(['answered', 'checked']);
  });

  test('runs no text of a schema', async () => {
    const text = '*/"`\'});throw new Error("ran");//\u2028\nthrow new Error("ran");${(() => { throw 1; })()}';
    const schema = {
      type: 'object',
      title: text,
      properties: { [text]: { const: text }, b: { enum: [text], description: text } },
      required: [text],
    };
    expect(await check(schema, { [text]: text, b: text })).toEqual({ errors: [] });
    expect(await check(schema, {})).toMatchObject({ errors: [{ message: 'is required' }] });
  });
});
