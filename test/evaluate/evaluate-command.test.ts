import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { runInMemory } from '../cli/run-in-memory.js';

const orders = `server: { name: orders, version: 1.0.0 }
tools:
  find_orders:
    description: Finds the orders of a customer.
    inputSchema: { type: object, properties: { customer: { type: integer, description: Number of the buyer. } } }
    questions:
      - what did customer 7 purchase?
      - { ask: return order 12 and pay it back, tools: [find_orders, refund_order], never: [delete_order] }
  refund_order:
    description: Pays the price of an order back.
    inputSchema: { type: object }
    questions: [delete it, I want my money]
  delete_order:
    description: Removes an order.
    inputSchema: { type: object }
`;

const [server = '', ...tools] = orders.split('\n');
/** The same tools with minimums in the definition. */
const withMinimums = (minimums: string): string => [server, `evaluate: ${minimums}`, ...tools].join('\n');

function evaluate(definition: string, ...argv: readonly string[]) {
  const cwd = makeFolder({ 'definitions/orders.mcp.yaml': definition });
  return runInMemory(['evaluate', ...argv], { cwd });
}

interface Report {
  readonly tools: { readonly [key: string]: unknown };
  readonly rankings: { readonly [ranking: string]: object };
  readonly questions: readonly { readonly ask: string; readonly ranks: { readonly [ranking: string]: object } }[];
  readonly confusions: readonly object[];
  readonly overlaps: { readonly pairs: readonly object[]; readonly isComplete: boolean };
  readonly thresholds: readonly object[];
}

async function reportOn(definition: string): Promise<Report> {
  const { out, error } = await evaluate(definition, '--format', 'json');
  expect(error).toBe('');
  return JSON.parse(out) as Report;
}

test('the report as text', async () => {
  const { exitCode, out, error } = await evaluate(orders, '--min', 'bm25.first=0.5', '--min', 'names.first=0.9');
  expect(error).toBe('');
  expect(out).toBe(`orders: 4 questions for 2 of 3 tools

ranking  first  first five  all in first five  not found
bm25       50%         50%                25%          2
names      25%         25%                25%          3
search     50%         50%                50%          2

Rank of the right tool, where it is not always the first

question                       tools         bm25  names  search
what did customer 7 purchase?  find_orders      1      -       1
delete it                      refund_order     -      -       -
I want my money                refund_order     -      -       -

Confusions
  refund_order is mistaken for delete_order in 1 of 2 (bm25)
  refund_order is mistaken for delete_order in 1 of 2 (names)
  refund_order is mistaken for delete_order in 1 of 2 (search)

3 listed tools, 87 tokens (estimated)
1 of 3 tools has no questions: delete_order

ok: bm25.first is 50%; the minimum is 50%
error: names.first is 25%; the minimum is 90%. Questions:
  what did customer 7 purchase?
  delete it
  I want my money
`);
  expect(exitCode).toBe(1);
});

test('the report as JSON', async () => {
  const report = await reportOn(orders);
  expect(Object.keys(report)).toEqual([
    'version',
    'server',
    'tools',
    'rankings',
    'questions',
    'confusions',
    'overlaps',
    'thresholds',
  ]);
  expect(report.tools).toEqual({
    count: 3,
    listed: 3,
    tokens: 87,
    tokenizer: 'estimate',
    withoutQuestions: ['delete_order'],
    unreachable: [],
  });
  expect(report.rankings['bm25']).toEqual({ first: 0.5, firstFive: 0.5, allInFirstFive: 0.25, notFound: 2 });
  expect(report.questions[1]).toEqual({
    ask: 'return order 12 and pay it back',
    tools: ['find_orders', 'refund_order'],
    file: 'definitions/orders.mcp.yaml',
    line: 8,
    ranks: {
      bm25: { rank: 1, allInFirstFive: false, first: 'refund_order', forbidden: [] },
      names: { rank: 1, allInFirstFive: true, first: 'find_orders', forbidden: [] },
      search: { rank: 1, allInFirstFive: true, first: 'refund_order', forbidden: [] },
    },
  });
  expect(report.confusions[0]).toEqual({
    tool: 'refund_order',
    mistakenFor: 'delete_order',
    ranking: 'bm25',
    count: 1,
    of: 2,
  });
});

test('tools that must not be called are reported if they rank before the right one', async () => {
  const definition = orders.replace('[delete it,', '[{ ask: delete it, never: [delete_order] },');
  expect((await reportOn(definition)).questions[2]?.ranks['bm25']).toMatchObject({ forbidden: ['delete_order'] });
  expect((await evaluate(definition)).out).toContain(
    'Tools that must not be called, but rank before the right one\n  delete_order (bm25): delete it\n',
  );
});

describe('minimums', () => {
  test('of the definition that are met', async () => {
    const { exitCode, out } = await evaluate(withMinimums('{ bm25: { first: 0.5, firstFive: 0.5 } }'));
    expect(exitCode).toBe(0);
    expect(out).toContain('ok: bm25.first is 50%; the minimum is 50%\nok: bm25.firstFive is 50%');
  });

  test('of the definition that are not met', async () => {
    const { exitCode, out } = await evaluate(withMinimums('{ search: { allInFirstFive: 0.9 } }'), '--format', 'json');
    expect(exitCode).toBe(1);
    expect((JSON.parse(out) as Report).thresholds).toEqual([
      {
        ranking: 'search',
        figure: 'allInFirstFive',
        minimum: 0.9,
        actual: 0.5,
        isMet: false,
        questions: ['delete it', 'I want my money'],
      },
    ]);
  });

  test('of the command line override those of the definition', async () => {
    const definition = withMinimums('{ bm25: { first: 0.9 } }');
    expect((await evaluate(definition)).exitCode).toBe(1);
    expect((await evaluate(definition, '--min', 'bm25.first=0.5')).exitCode).toBe(0);
    expect((await evaluate(definition, '--min', 'bm25.firstFive=0.5')).exitCode).toBe(1);
  });

  test('that are a little higher than the figure never look equal to it', async () => {
    const { out } = await evaluate(orders, '--min', 'bm25.first=0.5001');
    expect(out).toContain('error: bm25.first is 50%; the minimum is 50.01%.');
  });

  test.each([
    ['bm26.first=1', '--min has an unknown ranking: "bm26". Did you mean `bm25`?'],
    ['bm25.frist=1', '--min has an unknown figure: "frist". Did you mean `first`?'],
    ['bm25.everything=1', '--min has an unknown figure: "everything". Choose from: first, firstFive, allInFirstFive.'],
    ['bm25.first=80', '--min needs a share from 0 to 1, such as 0.8, not "80".'],
    ['bm25.first=80%', '--min needs a share from 0 to 1, such as 0.8, not "80%".'],
    ['bm25.first=', '--min needs a share from 0 to 1, such as 0.8, not "".'],
    ['bm25=1', '--min must be <ranking>.<figure>=<share>, such as bm25.first=0.8, not "bm25=1".'],
    ['1', '--min must be <ranking>.<figure>=<share>, such as bm25.first=0.8, not "1".'],
  ])('%s is wrong usage', async (value, message) => {
    const { exitCode, out, error } = await evaluate(orders, '--min', value);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(error.split('\n')[0]).toBe(message);
  });
});

describe('without questions', () => {
  const none = orders.replaceAll(/^ {4}questions:.*\n(?: {6}.*\n)*/gmu, '');

  test('the report says how to write them', async () => {
    expect(await evaluate(none)).toMatchObject({
      exitCode: 0,
      error: '',
      out: `No tool has questions. Write next to each tool what users would ask:

tools:
  find_orders:
    questions:
      - what a user would ask

Use the words of users, not those of the description. A question can also be an object, such as
{ ask: …, tools: [a, b], never: [c] }, if it needs several tools or must not lead to some.
`,
    });
  });

  test('minimums are an error', async () => {
    const { exitCode, error } = await evaluate(none, '--min', 'bm25.first=0.5');
    expect(exitCode).toBe(2);
    expect(error).toBe('error: There are minimum figures, but no questions.\n');
  });

  test('the example is valid', async () => {
    const { out } = await evaluate(none);
    const example = out.split('\n').slice(2, 6).join('\n');
    expect((await evaluate(none.replace('tools:\n  find_orders:', example))).out).toContain('1 question for 1 of 3');
  });

  test('other formats have the figures of no questions', async () => {
    const { exitCode, out, error } = await evaluate(none, '--format', 'json');
    expect(exitCode).toBe(0);
    expect((JSON.parse(out) as Report).questions).toEqual([]);
    expect(error).toContain('No tool has questions.');
  });

  test('a server without tools needs none', async () => {
    expect(await evaluate('server: { name: a, version: 1.0.0 }')).toMatchObject({
      exitCode: 0,
      out: 'There are no tools that questions could be about.\n',
    });
  });
});

test('errors in definitions are printed, with exit code 2', async () => {
  const { exitCode, out, error } = await evaluate(orders.replace('tools: [find_orders,', 'tools: [find_order,'));
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
  expect(error).toContain('unknown-question-tool: There is no tool `find_order`.');
});

test.each([
  [['--fail-on', 'worse'], '--fail-on worse requires --compare.'],
  [['--minimum', 'bm25.first=1'], 'Unknown argument: minimum.'],
  [['--format', 'pdf'], 'Invalid values'],
  [['--root', 'nowhere'], '--root must be an existing folder: nowhere'],
])('%j is wrong usage', async (argv, message) => {
  const { exitCode, out, error } = await evaluate(orders, ...argv);
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
  expect(error).toContain(message);
});

describe('--out', () => {
  test.each([
    ['report.json', '{\n  "version": 1,'],
    ['deep/report.xml', '<?xml version="1.0"'],
    ['report.html', '<!doctype html>'],
    ['report.txt', 'orders: 4 questions'],
  ])('%s decides on the format, and the terminal gets text', async (file, beginning) => {
    const cwd = makeFolder({ 'definitions/orders.mcp.yaml': orders, 'report.json': 'old' });
    const { exitCode, out } = await runInMemory(['evaluate', '--out', file], { cwd });
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^orders: 4 questions/u);
    expect(out).toMatch(new RegExp(`\nWrote ${file}\n$`, 'u'));
    expect(readFileSync(path.join(cwd, file), 'utf8').startsWith(beginning)).toBe(true);
  });

  test('can have another format', async () => {
    const cwd = makeFolder({ 'definitions/orders.mcp.yaml': orders });
    await runInMemory(['evaluate', '--out', 'report', '--format', 'junit'], { cwd });
    expect(readFileSync(path.join(cwd, 'report'), 'utf8')).toMatch(/^<\?xml/u);
  });

  test.each(['definitions/orders.mcp.yaml', 'generated/report.json', 'handlers/a.xml', '.'])(
    'does not overwrite %s',
    async (file) => {
      const cwd = makeFolder({ 'definitions/orders.mcp.yaml': orders });
      const { exitCode, error } = await runInMemory(['evaluate', '--out', file], { cwd });
      expect(exitCode).toBe(2);
      expect(error).toContain('--out must');
      expect(readFileSync(path.join(cwd, 'definitions/orders.mcp.yaml'), 'utf8')).toBe(orders);
    },
  );

  test('that cannot be written is an error', async () => {
    const cwd = makeFolder({ 'definitions/orders.mcp.yaml': orders, file: '' });
    const { exitCode, error } = await runInMemory(['evaluate', '--out', 'file/report.json'], { cwd });
    expect(exitCode).toBe(1);
    expect(error).toMatch(/^error: /u);
  });
});

describe('near-duplicates', () => {
  const tool = (name: string, description: string): string =>
    `  ${name}: { description: "${description}", inputSchema: { type: object } }\n`;
  const texts = (...descriptions: readonly string[]): string =>
    `server: { name: a, version: 1.0.0 }\ntools:\n${descriptions.map((text, index) => tool(`tool_${index}`, text)).join('')}`;

  test.each([
    ['the same words', ['Lists the open orders.', 'Lists the open orders'], [['tool_0', 'tool_1']]],
    ['another case and order', ['Lists OPEN orders.', 'orders: open, lists'], [['tool_0', 'tool_1']]],
    [
      'nearly the same words',
      [
        'Finds all of the books that readers of the library have borrowed now',
        'Finds all of the books that readers of the library have borrowed',
      ],
      [['tool_0', 'tool_1']],
    ],
    ['one of few words differs', ['Adds a book to the shelf.', 'Removes a book from the shelf.'], []],
    ['no words', ['…', '…'], []],
  ])('%s', async (_title, descriptions, pairs) => {
    const { out } = await evaluate(texts(...descriptions), '--format', 'json');
    const { overlaps } = JSON.parse(out) as { overlaps: { pairs: readonly { readonly tools: readonly string[] }[] } };
    expect(overlaps.pairs.map(({ tools: pair }) => pair)).toEqual(pairs);
  });

  test('of 500 tools that differ by one word not all are compared', async () => {
    const words = Array.from({ length: 100 }, (_, index) => `common${index}`).join(' ');
    const many = texts(...Array.from({ length: 500 }, (_, index) => `${words} own${index}`));
    const { out } = await evaluate(many, '--format', 'json');
    expect((JSON.parse(out) as Report).overlaps).toMatchObject({ isComplete: false, pairs: { length: 10_000 } });
    const asked = many.replace('object }', 'object }, questions: [own0]');
    expect((await evaluate(asked)).out).toContain('There are too many similar descriptions to compare all.\n');
  });

  test('of 1,000 equal tools each is listed once', async () => {
    const { out } = await evaluate(texts(...Array.from({ length: 1000 }, () => 'Does the same.')), '--format', 'json');
    expect((JSON.parse(out) as Report).overlaps).toMatchObject({ isComplete: true, pairs: { length: 999 } });
  });
});
