import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runGenerator } from '../../generator/tools/runs/run-generator.js';
import { createProject } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';

const definition = `
server: { name: bookshop, version: 1.0.0 }
tools:
  find_books:
    description: Finds books.
    inputSchema:
      type: object
      properties: { query: { type: string, description: Words. }, limit: { type: integer, default: 3, description: Most. } }
      required: [query]
    outputSchema: { type: object, properties: { titles: { type: array, items: { type: string } } }, required: [titles] }
    ui: { view: ../views/shelf }
  count_books:
    description: Counts books.
    outputSchema: { type: object, properties: { count: { type: integer } }, required: [count] }
    ui: { view: ../views/shelf }
  pick_book:
    description: Picks a book.
    inputSchema: { type: object, properties: { title: { type: string, description: Title. } }, required: [title] }
    outputSchema: { type: string }
    ui: { view: ../views/shelf, visibility: [app] }
  open_shop:
    description: Shows one result only.
    outputSchema: { type: object, properties: { door: { type: string } }, required: [door] }
    ui: { view: ../views/door }
  plain:
    description: Has no view, and every view can call it.
  secret:
    description: No view can call it.
    ui: { visibility: [model] }
`;

const shelf = `import { openShelf } from '../../generated/views/shelf.ts';
import './style.css';
import cover from './cover.png';

const view = openShelf({ displayModes: ['inline', 'pip'] });
const element: HTMLElement = document.body;
view.onInput(({ tool, input }) => {
  if (tool === 'find_books') element.title = input.query.toUpperCase() + (input.limit?.toFixed() ?? cover);
});
view.onResult((result) => {
  if (result.isError) element.textContent = result.text;
  else if (result.tool === 'find_books') element.textContent = result.output.titles.join();
  else if (result.tool === 'count_books') element.textContent = result.output.count.toFixed();
  else element.textContent = String(result.output);
});
view.onContext(({ theme, locale, containerDimensions, displayMode }) => {
  console.log(theme === 'dark', locale?.length, containerDimensions, displayMode === 'inline');
});
export async function pick(title: string): Promise<string> {
  const { structured } = await view.call.pick_book({ title });
  await view.call.plain();
  await view.sendMessage(structured.trim());
  await view.openLink('https://example.com');
  await view.updateModelContext({ content: [{ type: 'text', text: title }] });
  return view.requestDisplayMode('fullscreen');
}
`;

const door = `import { openDoor } from '../../generated/views/door.ts';
openDoor().onResult((result) => {
  if (!result.isError) document.title = result.output.door + result.tool;
});
`;

const files = {
  'definitions/shop.mcp.yaml': definition,
  'views/shelf/view.ts': shelf,
  'views/shelf/style.css': '',
  'views/shelf/cover.png': '',
  'views/door/index.html': '<script type="module" src="./view.ts"></script>',
  'views/door/view.ts': door,
};

const mistakes: readonly (readonly [what: string, wrong: string, wanted: string])[] = [
  [
    'a field that the output does not have',
    `result.output.titles.join()|result.output.books.join()`,
    "'books' does not exist",
  ],
  [
    'an output before errors are ruled out',
    `if (result.isError) element.textContent = result.text;\n  else if|if`,
    "'output' does not exist",
  ],
  [
    'an argument of another type',
    `pick_book({ title })|pick_book({ title: 1 })`,
    "'number' is not assignable to type 'string'",
  ],
  ['a tool for the model alone', `view.call.plain()|view.call.secret()`, "'secret' does not exist"],
  ['an unknown display mode', `'pip'|'popup'`, `'"popup"' is not assignable`],
];

const folders = { definitions: 'definitions', handlers: 'handlers', out: 'generated' };
const generate = { ...folders, check: false, force: false, strict: false };

test(
  'mistakes in a view are compiler errors in its file, and nothing else is one, also with the strictest options and two servers',
  { timeout: 120_000 },
  async () => {
    const wrongFiles = mistakes.map(([what, change], index) => {
      const [right = '', wrong = ''] = change.split('|');
      expect(shelf.includes(right), what).toBe(true);
      return [`views/shelf/mistake-${index}.ts`, shelf.replace(right, wrong)] as const;
    });
    const { folder } = await createProject({ ...files, ...Object.fromEntries(wrongFiles) });
    expect((await runGenerator({ ...generate, root: folder, out: 'other' })).ok).toBe(true);
    const found = await typeCheck(folder, ['generated', 'other'], { skipLibCheck: false });
    for (const [index, [what, , wanted]] of mistakes.entries()) {
      const own = found.split('\n').filter((line) => line.includes(`views/shelf/mistake-${index}.ts(`));
      expect(own.join('\n'), what).toContain(wanted);
    }
    const others = found.split('\n').filter((line) => line !== '' && !/^ |views\/shelf\/mistake-/u.test(line));
    expect(others).toEqual([]);
  },
);

test(
  'the first files of a view pass the check, and a definition that breaks a view breaks it',
  { timeout: 120_000 },
  async () => {
    const [first, changed] = await Promise.all([
      createProject({ 'definitions/shop.mcp.yaml': definition }),
      createProject({
        ...files,
        'definitions/shop.mcp.yaml': definition.replace('required: [count]', 'required: []'),
      }),
    ]);
    const created = ['views/door/index.html', 'views/door/view.ts', 'views/shelf/index.html', 'views/shelf/view.ts'];
    expect(first.report.write?.created).toEqual(expect.arrayContaining(created));
    expect(first.report.write?.unimplemented.filter((file) => file.startsWith('views/'))).toEqual([]);
    expect(await typeCheck(first.folder, ['generated'])).toBe('');
    expect(await typeCheck(changed.folder, ['generated'])).toContain("'result.output.count' is possibly 'undefined'");
  },
);

test('files of a view are written once: the next run leaves them, and creates none that the user has replaced', async () => {
  const { folder } = await createProject({ 'definitions/shop.mcp.yaml': definition });
  const run = () => runGenerator({ ...generate, root: folder, force: true });
  await writeFile(path.join(folder, 'views/door/view.ts'), door);
  expect((await run()).write?.created).toEqual([]);
  expect(await readFile(path.join(folder, 'views/door/view.ts'), 'utf8')).toBe(door);
  const replaced = await createProject({
    'definitions/shop.mcp.yaml': definition,
    'views/door/main.tsx': 'export {};',
  });
  expect(replaced.report.write?.created.filter((file) => file.startsWith('views/door'))).toEqual([]);
  const bindings = await readFile(path.join(replaced.folder, 'generated/view-pages/door.ts'), 'utf8');
  expect(bindings).toContain(`'../../views/door/main.tsx'`);
  expect((await runGenerator({ ...generate, root: replaced.folder, check: true })).ok).toBe(true);
});
