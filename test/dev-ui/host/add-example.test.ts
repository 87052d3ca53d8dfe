import { describe, expect, test } from 'vitest';
import { addExample } from '../../../generator/tools/dev-ui/host/save/add-example.js';
import { fromPlainJson, type JsonObject } from '../../../generator/core/model/json.js';
import { beforeAndAfter } from '../../kit/before-after.js';

const example = fromPlainJson({ title: 'x', input: { a: 1 }, output: 'y' }) as JsonObject;

const add = (text: string, file = 'a.mcp.yaml') => addExample(file, text, ['tools', 't'], example);

describe('an example is added to the text of a definition', () => {
  test.each([
    [
      'to a tool without examples',
      6,
      'tools:\n  t:\n    description: D. # why\n    inputSchema: { type: object }\n«    examples:\n      - title: x\n        input:\n          a: 1\n        output: y\n»\n  # next\n  u: {}\n',
    ],
    [
      'after a block text',
      8,
      'tools:\n  t:\n    description: |\n      One.\n\n      Two.\n  «  examples:\n      - title: x\n        input:\n          a: 1\n        output: y\n  »u: {}\n',
    ],
    [
      'after other examples, whose indentation counts',
      7,
      'tools:\n  t:\n    examples:\n    # first\n    - input: {}\n      output: z # last\n    «- title: x\n      input:\n        a: 1\n      output: y\n    »description: D.\n',
    ],
    [
      'to examples in brackets',
      3,
      'tools:\n  t:\n    examples: [{ input: {} }«, {"title":"x","input":{"a":1},"output":"y"}»] # c\n',
    ],
    ['to an empty list', 3, 'tools:\n  t:\n    examples: [«{"title":"x","input":{"a":1},"output":"y"}»]\n'],
    [
      'to a tool in braces',
      2,
      'tools:\n  t: { description: D.«, examples: [{"title":"x","input":{"a":1},"output":"y"}]» }\n',
    ],
    [
      'at the end of a file without a line end',
      5,
      'tools:\n  t:\n    description: D.«\n    examples:\n      - title: x\n        input:\n          a: 1\n        output: y»',
    ],
    [
      'with the line ends of Windows',
      5,
      'tools:\r\n  t:\r\n    description: D.\r\n«    examples:\r\n      - title: x\r\n        input:\r\n          a: 1\r\n        output: y\r\n»',
    ],
  ])('%s', (_name, line, marked) => {
    const { before, after } = beforeAndAfter(marked);
    expect(add(before)).toEqual({ text: after, line });
  });

  test('to JSON, which stays JSON', () => {
    const edit = add('{\n  "tools": {\n    "t": { "description": "D." }\n  }\n}\n', 'a.mcp.json');
    expect(JSON.parse(edit?.text ?? '')).toEqual({
      tools: { t: { description: 'D.', examples: [{ title: 'x', input: { a: 1 }, output: 'y' }] } },
    });
  });

  test.each([
    ['a tool that is an alias', 'x: &x { description: D. }\ntools:\n  t: *x\n'],
    ['a tool that is missing', 'tools:\n  u: {}\n'],
    ['examples that are no list', 'tools:\n  t: { examples: 1 }\n'],
    ['a file that is not YAML', 'tools: [\n'],
  ])('not to %s', (_name, text) => {
    expect(add(text)).toBeUndefined();
  });

  test('texts that YAML would read as something else are quoted', () => {
    const hostile = fromPlainJson({
      input: { yes: 'no', n: '1.0', nothing: '', key: 'a: b # c', 'a: b': '- x', line: 'one\n  two\n' },
      output: '*alias',
    }) as JsonObject;
    expect(addExample('a.mcp.yaml', 'tools:\n  t:\n    description: D.\n', ['tools', 't'], hostile)).toBeDefined();
  });
});
