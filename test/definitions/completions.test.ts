import { describe, expect, test } from 'vitest';
import { diagnose, print, read, type Files } from './diagnose.js';

const server = 'server: { name: s, version: 1.0.0 }\n';

/** A prompt `p` with one argument `a`, in line 5; the value of its `complete` begins in column 49. */
const prompt = (complete: string) =>
  `${server}prompts:\n  p:\n    description: Does it.\n    arguments: { a: { description: d, complete: ${complete} } }\n`;

/** A template with the variables `isbn` and `page`; what is said about them begins in line 6, column 7. */
const template = (variables: string) =>
  `${server}resourceTemplates:\n  a://b/{isbn}{?page}:\n    name: book\n    variables:\n${variables.replace(/^/gmu, '      ')}\n`;

/** Two prompts with one argument each that a function completes, in lines 3 and 4. */
const twoPrompts = (first: [string, string], second: [string, string]) =>
  `${server}prompts:\n${[first, second]
    .map(
      ([name, argument]) =>
        `  ${name}: { description: d, arguments: { ${argument}: { description: d, complete: handler } } }\n`,
    )
    .join('')}`;

const cases: readonly (readonly [what: string, files: Files, wanted: readonly string[]])[] = [
  ['a list', prompt('[fiction, science fiction]'), []],
  ['words that YAML 1.1 took for booleans', prompt('[no, yes, on, off, n]'), []],
  ['a list with a number', prompt('[a, 1.0]'), ['wrong-type 5:53']],
  ['a list with `null`', prompt('[a, null]'), ['wrong-type 5:53']],
  ['a list with a boolean', prompt('[a, true]'), ['wrong-type 5:53']],
  ['a list with a list', prompt('[a, [b]]'), ['wrong-type 5:53']],
  ['a list with an empty string', prompt("[a, '']"), ['invalid-value 5:53']],
  ['a list with a value twice', prompt('[a, b, c, b]'), ['invalid-value 5:59']],
  ['an empty list', prompt('[]'), ['invalid-value 5:49']],
  ['10,000 values', prompt(JSON.stringify(Array.from({ length: 10_000 }, (_, index) => `v${index}`))), []],
  [
    '10,001 values',
    prompt(JSON.stringify(Array.from({ length: 10_001 }, (_, index) => `v${index}`))),
    ['invalid-value 5:49'],
  ],
  ['a handler', prompt('handler'), []],
  ['another word', prompt('handlr'), ['invalid-value 5:49']],
  ['a number', prompt('5'), ['invalid-value 5:49']],
  ['nothing', prompt(''), ['invalid-value 5:50']],
  ['an object without handler', prompt('{}'), ['missing-key 5:39']],
  ['an object with another key', prompt('{ handler: ./a.ts#b, args: [c] }'), ['missing-file 5:60', 'unknown-key 5:70']],
  ['a handler that names no function', prompt('{ handler: suggest }'), ['invalid-handler 5:60']],
  ['a handler that is not there', prompt('{ handler: ./a.ts#suggest }'), ['missing-file 5:60']],
  [
    'a handler whose module does not export it',
    { 'definitions/a.mcp.yaml': prompt('{ handler: ./a.ts#sugest }'), 'definitions/a.ts': 'export const suggest = 1;' },
    ['invalid-handler 5:60'],
  ],
  [
    'a handler that its module may pass on from another one',
    { 'definitions/a.mcp.yaml': prompt('{ handler: ./a.ts#suggest }'), 'definitions/a.ts': "export * from './b.ts';" },
    [],
  ],
  [
    'a handler that is there',
    {
      'definitions/a.mcp.yaml': prompt('{ handler: ./a.ts#suggest }'),
      'definitions/a.ts': 'export const suggest = () => [];',
    },
    [],
  ],
  ['variables of the path and of the query', template('isbn: { complete: handler }\npage: { complete: [a] }'), []],
  ['a variable of which nothing is said', template('isbn:'), []],
  ['a variable that the template does not have', template('isnb: { description: d }'), ['unknown-variable 6:7']],
  ['a key that variables do not have', template('isbn: { required: true }'), ['unknown-key 6:15']],
  ['a list with a number for a variable', template('isbn: { complete: [1] }'), ['wrong-type 6:26']],
  [
    'a handler of a variable that is not there',
    template('isbn: { complete: { handler: ../a.ts#suggest } }'),
    ['missing-file 6:36'],
  ],
  ['arguments of the same name', twoPrompts(['p', 'a'], ['q', 'a']), []],
  ['arguments that give the same file', twoPrompts(['p-q', 'r'], ['p', 'q-r']), ['colliding-names 4:37']],
  ['arguments that give the same function', twoPrompts(['p', 'q2'], ['p-q', '2']), ['colliding-names 4:39']],
  [
    'an argument and a variable that give the same file',
    `${twoPrompts(['book', 'isbn'], ['q', 'a'])}resourceTemplates:\n  a://{isbn}: { name: book, variables: { isbn: { complete: handler } } }\n`,
    ['colliding-names 6:42'],
  ],
  [
    'an argument and a variable of which one has a function already',
    {
      'definitions/a.mcp.yaml': `${twoPrompts(['book', 'isbn'], ['q', 'a'])}resourceTemplates:\n  a://{isbn}: { name: book, variables: { isbn: { complete: { handler: ./a.ts#suggest } } } }\n`,
      'definitions/a.ts': 'export const suggest = () => [];',
    },
    [],
  ],
  [
    'a tool that is called like the function of an argument',
    `${twoPrompts(['p', 'a'], ['q', 'a'])}tools:\n  complete_p_a: { description: d }\n`,
    ['colliding-names 3:37'],
  ],
];

describe('complete', () => {
  test.each(cases)('%s', async (_what, files, wanted) => {
    expect(await diagnose(files)).toEqual(wanted);
  });

  test('what YAML does not read as a string is to be quoted', async () => {
    expect(await print(prompt('[1.0]'))).toContain(
      'error wrong-type: An item of `complete` must be a string, not integer.',
    );
    expect(await print(prompt('[1.0]'))).toContain('help: Put quotes around it.');
    expect(await print(prompt('[null]'))).toContain('help: Put quotes around it.');
  });

  test('a value that stands twice is shown in both places', async () => {
    const printed = await print(prompt('[sea, epic, sea]'));
    expect(printed).toContain('5:61 error invalid-value: An item of `complete` is repeated.');
    expect(printed).toContain('5:50 first here');
  });

  test('a misspelt variable or handler has a suggestion, any other variable a list', async () => {
    expect(await print(template('isnb: {}'))).toContain('help: did you mean `isbn`?');
    expect(await print(template('author: {}'))).toContain('help: Its variables are: `isbn`, `page`.');
    expect(await print(prompt('handlr'))).toContain('help: did you mean `handler`?');
  });

  test('a file that two functions would have is named', async () => {
    expect(await print(twoPrompts(['p-q', 'r'], ['p', 'q-r']))).toContain(
      'error colliding-names: `p: q-r` and `p-q: r` would both generate the file handlers/completions/p-q-r.ts.',
    );
  });

  test('values keep their spelling and their order', async () => {
    const { resolved } = await read(prompt("[z, no, '1.0', 'null', 2020-01-01, ~ a]"));
    expect(resolved.model.prompts[0]?.arguments[0]?.completion).toEqual({
      kind: 'list',
      values: ['z', 'no', '1.0', 'null', '2020-01-01', '~ a'],
    });
  });
});
