import { describe, expect, test } from 'vitest';
import { structured } from '../../runtime/index.js';
import { createClient } from '../../runtime/clients/client/index.js';
import { listExamples, type ExampleProject, type ToolExample } from '../../runtime/clients/testing/index.js';
import { makeValidator, oneTool } from '../wire/fixture-server.js';

/** A server whose tool answers with its arguments: as a structured value, or as JSON text. */
function makeProject(examples: ExampleProject['examples'], isStructured = true): ExampleProject {
  return {
    ...oneTool((input: object) => (isStructured ? structured(input) : input)),
    connect: (peer) => createClient(peer),
    ...(examples && { examples }),
  };
}

const first = { name: 'the first', tool: 'probe', input: { a: 1 } };
const refusing = makeValidator(() => [
  { instancePath: '/a', keyword: 'type', params: { type: 'string' }, message: 'must be string' },
]);

describe('the examples of a definition', () => {
  test('are tests by name, none where there are none', () => {
    expect(listExamples(makeProject(undefined))).toEqual([]);
    expect(listExamples(makeProject([first])).map(({ name }) => name)).toEqual(['the first']);
  });

  test.each<[what: string, example: Partial<ToolExample>, isStructured: boolean]>([
    ['a value', { output: { a: 1 } }, true],
    ['a text', { output: '{"a":1}' }, false],
    ['a schema', { validate: makeValidator(() => []) }, true],
  ])('that expect %s pass', async (_, example, isStructured) => {
    for (const { run } of listExamples(makeProject([{ ...first, ...example }], isStructured))) await run();
  });

  test('that expect named outputs pass as their text and as an object', async () => {
    const named = { ...makeProject(undefined), ...oneTool((input: object) => input, { returns: ['a'] }) };
    const examples = ['a: 1', { a: 1 }].map((output) => ({ ...first, output }));
    for (const { run } of listExamples({ ...named, examples })) await run();
    const [wrong] = listExamples({ ...named, examples: [{ ...first, output: 'a: 2' }] });
    await expect(wrong?.run()).rejects.toThrow('the result is "a: 1", not "a: 2"');
  });

  test.each<[example: Partial<ToolExample>, reason: string]>([
    [{ output: { a: 2 } }, 'the result.a is 1, not 2'],
    [{ validate: refusing }, '- a: must be a string, got 1'],
  ])('that expect something else fail with the difference: %j', async (example, reason) => {
    const [found] = listExamples(makeProject([{ ...first, ...example }]));
    await expect(found?.run()).rejects.toMatchObject({ name: 'ExampleError', message: reason });
  });

  test('of a tool that fails, fail with its words', async () => {
    const [found] = listExamples(makeProject([{ ...first, tool: 'nobody', output: {} }]));
    await expect(found?.run()).rejects.toThrow('nobody');
  });
});
