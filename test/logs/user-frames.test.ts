import { expect, test } from 'vitest';
import { cutCallers } from '../../runtime/core/service/user-frames.js';
import { createProject } from '../kit/build-server.js';
import { startServer } from '../kit/start-server.js';
import { modern } from '../wire/wire.js';

const throwing = (type: string) => `import { fail } from '../../src/fail.ts';
import type { ${type} } from '../../generated/handlers.ts';
export const run: ${type} = async () => [1].map(fail) as never;
`;

const files = {
  'package.json': '{ "name": "shop", "type": "module" }',
  'definitions/shop.mcp.yaml': `server: { name: shop, version: 1.0.0 }
tools:
  find: { description: Finds., handler: ../handlers/tools/find.ts#run }
prompts:
  ask: { description: Asks., handler: ../handlers/prompts/ask.ts#run }
resources:
  shop://hours: { name: hours, handler: ../handlers/resources/hours.ts#run }
`,
  'src/fail.ts': `export function fail(): never {
  throw new TypeError('boom', { cause: new Error('why') });
}
`,
  'handlers/tools/find.ts': throwing('Find'),
  'handlers/prompts/ask.ts': throwing('AskPrompt'),
  'handlers/resources/hours.ts': throwing('HoursResource'),
};

const requests = [
  modern(0, 'tools/call', { name: 'find', arguments: {} }),
  modern(1, 'prompts/get', { name: 'ask' }),
  modern(2, 'resources/read', { uri: 'shop://hours' }),
].map((request) => `${JSON.stringify(request)}\n`);

test('the stack of an error that a handler of a built server threw ends at the code of the user', async () => {
  const { bundle } = await createProject(files);
  const program = await bundle();
  const read = async (...args: readonly string[]): Promise<string> => {
    const { child, output, exited } = startServer(program, args);
    child.stdin.end(requests.join(''));
    await exited;
    return output.stderr;
  };
  const text = await read();
  const frames = text
    .split('\n')
    .flatMap((line) => /^ {4}at .*?([\w./-]+:\d+|<anonymous>)(?::\d+)?\)$/u.exec(line)?.[1] ?? []);
  const expected = (handler: string): readonly string[] =>
    ['src/fail.ts:2', '<anonymous>', handler].flatMap((place) => [place, place]);
  const sort = (places: readonly string[]): readonly string[] =>
    places.map((place) => /(?:src|handlers)\/.*/u.exec(place)?.[0] ?? place).toSorted();
  expect(sort(frames)).toEqual(
    sort(['tools/find', 'prompts/ask', 'resources/hours'].flatMap((name) => expected(`handlers/${name}.ts:3`))),
  );
  const lines = (await read('--log', 'json'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { error: { stack: string } });
  expect(lines.map(({ error }) => error.stack.split('\n').length)).toEqual([3, 3, 3]);
});

const runtime = [
  'at report (file:///shop/dist/chunk-errors.mjs:1:1)',
  'at fail (file:///shop/dist/chunk-calls.mjs:1:1)',
];
const caller = 'at call (file:///shop/dist/chunk-calls.mjs:2:1)';
const core = 'at async serve (file:///shop/dist/chunk-core.mjs:3:1)';
const node = 'at process.processTicksAndRejections (node:internal/process/task_queues:95:5)';
const user = 'at Object.find (/shop/handlers/tools/find.ts:3:4)';

test.each([
  ['what called the handler, and what Node did in between', [user, node, caller, core], [user]],
  [
    'nothing between frames of the user',
    ['at /shop/handlers/tools/find.ts:9:9', caller, user, caller],
    ['at /shop/handlers/tools/find.ts:9:9', caller, user],
  ],
  [
    'no frame of a package',
    ['at q (/shop/node_modules/pg/a.js:1:1)', node],
    ['at q (/shop/node_modules/pg/a.js:1:1)', node],
  ],
  [
    'no wrapper of the user that is in a file of the bundle',
    [user, 'at wrap (file:///shop/dist/chunk-ABC.mjs:1:1)', caller],
    [user, 'at wrap (file:///shop/dist/chunk-ABC.mjs:1:1)'],
  ],
  [
    'nothing where code of the user may be in the same file',
    ['at setup (file:///shop/dist/server.mjs:1:1)', caller, core],
    ['at setup (file:///shop/dist/server.mjs:1:1)', caller, core],
  ],
  ['nothing of a stack that does not come from the runtime', [user, node], [user, node]],
])('a stack loses %s', (_title, frames, kept) => {
  expect(cutCallers(frames, runtime)).toEqual(kept);
});

test('stacks of other engines and of Windows are read', () => {
  const frames = [
    String.raw`at find (C:\shop (x)\handlers\find.ts:3:4)`,
    String.raw`at call (C:\shop (x)\dist\calls.mjs:1:2)`,
  ];
  expect(cutCallers(frames, [String.raw`at fail (C:\shop (x)\dist\calls.mjs:5:6)`])).toEqual(frames.slice(0, 1));
  expect(cutCallers(['find@/shop/find.ts:1:2', 'call@/dist/calls.mjs:3:4'], ['fail@/dist/calls.mjs:5:6'])).toEqual([
    'find@/shop/find.ts:1:2',
  ]);
});
