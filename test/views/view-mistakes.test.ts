import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { createProject } from '../kit/build-server.js';
import { putFiles } from '../kit/make-folder.js';

const definition = `server: { name: s, version: 1.0.0 }
tools:
  t: { description: Does., ui: { view: ../views/shelf } }
`;

async function createShelf(files: { readonly [file: string]: string }): Promise<string> {
  const { folder } = await createProject({ 'definitions/s.mcp.yaml': definition, ...files });
  return folder;
}

test('a style sheet of a view with a syntax error was built without a word', async () => {
  const folder = await createShelf({
    'views/shelf/index.html':
      '<link rel="stylesheet" href="./page.css"><script type="module" src="./view.ts"></script>',
    'views/shelf/page.css': 'p { margin: 0 }\na { color: \n',
    'views/shelf/view.ts': `import './more.css';\n`,
    'views/shelf/more.css': 'b { colour red }\n',
  });
  const { exitCode, out, error } = await runInMemory(['build'], { cwd: folder });
  expect({ exitCode, out }).toMatchObject({ exitCode: 0, out: expect.stringContaining('View shelf: ') as string });
  expect(error).toBe(`views/shelf/more.css:1:11 warning view-warning: Expected ":".
  1 | b { colour red }
    |           ^
  help: Browsers skip invalid rules, so the view would be shown without them.

views/shelf/page.css:2:3 warning view-warning: Expected "}" to go with "{".
  2 | a { color:${' '}
    |   ^
  help: Browsers skip invalid rules, so the view would be shown without them.

2 warnings
`);
});

test('of two missing files in the HTML of a view only the first was reported', async () => {
  const folder = await createShelf({
    'views/shelf/index.html': `<p>é<img alt="" src="./one.png">
<img alt=""
  src="./two%.png">
<script src="../../../secret.js"></script>
<link rel="stylesheet" href="./page.css">
<script type="module" src="./view.ts"></script>
`,
    'views/shelf/page.css': 'a { color: \n',
    'views/shelf/view.ts': 'const = a;\n',
  });
  const { exitCode, error } = await runInMemory(['build'], { cwd: folder });
  expect(exitCode).toBe(1);
  expect(error).toBe(`views/shelf/index.html:1:22 error build-failed: The file \`./one.png\` does not exist.
  1 | <p>é<img alt="" src="./one.png">
    |                      ^^^^^^^^^

views/shelf/index.html:3:8 error build-failed: The file \`./two%.png\` does not exist.
  3 |   src="./two%.png">
    |        ^^^^^^^^^^

views/shelf/index.html:4:14 error build-failed: The file \`../../../secret.js\` is outside the project.
  4 | <script src="../../../secret.js"></script>
    |              ^^^^^^^^^^^^^^^^^^

views/shelf/page.css:1:3 warning view-warning: Expected "}" to go with "{".
  1 | a { color:${' '}
    |   ^
  help: Browsers skip invalid rules, so the view would be shown without them.

views/shelf/view.ts:1:7 error build-failed: Expected identifier but found "=".
  1 | const = a;
    |       ^

4 errors, 1 warning
`);
});

test('a missing page of a view was an error of a generated module, and an empty line of code', async () => {
  const folder = await createShelf({
    'package.json': '{ "type": "module" }',
    'tsconfig.json':
      '{ "compilerOptions": { "types": [], "skipLibCheck": true }, "include": ["generated/view-pages"] }',
    'views/shelf/index.html': '<p>',
    'views/shelf/view.ts': 'export {};\n',
  });
  // A script that no page needs is reported by the compiler alone, which names the generated module.
  rmSync(path.join(folder, 'views/shelf/view.ts'));
  // An error in a handler does not hide that.
  putFiles(folder, { 'handlers/tools/t.ts': 'export const = 1;\n' });
  const stale = await runInMemory(['build'], { cwd: folder });
  expect(stale.error).toContain(
    'error: The file views/shelf/view.ts does not exist: run `create-mcp-from-schema generate`.\n',
  );
  expect(stale.error).toContain('handlers/tools/t.ts:1:14 error build-failed');
  expect(stale.error).not.toContain('TS6053');
  expect(stale.exitCode).toBe(1);

  putFiles(folder, { 'handlers/tools/t.ts': 'export const t = () => ({ content: [] });\n' });
  rmSync(path.join(folder, 'views/shelf'), { recursive: true });
  const { exitCode, error } = await runInMemory(['build'], { cwd: folder });
  expect(exitCode).toBe(1);
  expect(error)
    .toBe(`error build-failed: The file views/shelf/index.html does not exist: run \`create-mcp-from-schema generate\`.

1 error
`);
});

test('the help for a package that a view lacks named npm under pnpm', async () => {
  const folder = await createShelf({
    'pnpm-lock.yaml': '',
    'views/shelf/view.ts': `import { a } from 'no-such-package';\na();\n`,
  });
  const { error } = await runInMemory(['build'], { cwd: folder });
  expect(error).toContain('help: Install it: `pnpm add no-such-package`.');
});
