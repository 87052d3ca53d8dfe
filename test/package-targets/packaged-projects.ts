import { cpSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runInMemory, type CliOutcome } from '../cli/run-in-memory.js';
import { createProject } from '../kit/build-server.js';
import { makeFolder, putFiles } from '../kit/make-folder.js';

/** PNG of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

/** A definition with environment variables and every key of `package`. */
export const fullDefinition = `
server:
  name: Acme Shelf
  title: The Shelf
  version: 1.4.0
  description: Looks after the shelves of a warehouse.
  websiteUrl: https://shelf.example.com/
  environment:
    ACME_KEY: { title: API key, description: From your account page., secret: true }
    SHELF: { title: Shelf, description: Where to look., default: north }
    LIMIT: { title: Limit, description: Most books of an answer., type: number, default: 20 }
    VERBOSE: { title: Verbose, description: Log more., type: boolean, required: false }
    ACME_FOLDER: { title: Folder, description: Where lists are., format: directory, required: false }
package:
  author: { name: Jane Doe, email: jane@example.com, url: https://jane.example.com }
  homepage: https://shelf.example.com/about
  repository: https://github.com/acme/shelf
  license: Apache-2.0 OR MIT
  summary: Shelves of a warehouse.
  longDescription: |
    Counts **books** on shelves.
  icons:
    - ./icon.png
    - { src: ./dark.png, theme: dark }
    - { src: 'https://shelf.example.com/icon.png', sizes: [48x48], theme: light }
  screenshots: [./screen.png]
  privacyPolicies: ['https://shelf.example.com/privacy']
  support: https://github.com/acme/shelf/issues
  keywords: [warehouse, books]
  registryName: io.github.acme/shelf
  npmName: '@acme/shelf-mcp'
  image: ghcr.io/acme/shelf
  url: https://shelf.example.com/mcp
  downloads: https://github.com/acme/releases/releases/download/{version}/
tools:
  count_books: { description: Counts books. }
  forget_books: { description: Forgets books., enabled: false }
prompts:
  tidy:
    description: Tidies a shelf.
    arguments: { shelf: { description: Which one., required: true } }
    messages:
      - { role: user, content: { type: text, text: 'Tidy {{shelf}}.' } }
`;

/** A definition without \`package\`. */
export const bareDefinition = `
server: { name: bare, version: 1.0.0 }
tools: { count_books: { description: Counts books. } }
`;

const handler = `import type { CountBooks } from '../../generated/handlers.ts';
export const countBooks: CountBooks = () => {
  const { ACME_KEY = 'none', SHELF = 'none', LIMIT = 'none', VERBOSE = 'none', ACME_FOLDER = 'none' } = process.env;
  return [ACME_KEY, SHELF, LIMIT, VERBOSE, ACME_FOLDER].join(' ');
};
`;

/** A handler that uses a package with a file of native code, which no bundle can contain. */
export const nativeWords = {
  'handlers/tools/count-books.ts': `import { words } from 'native-words';
    import type { CountBooks } from '../../generated/handlers.ts';
    export const countBooks: CountBooks = () => words();`,
  'node_modules/native-words/package.json': '{ "name": "native-words", "version": "2.0.0" }',
  'node_modules/native-words/index.js': `exports.words = () => require('node:fs').readFileSync(__dirname + '/words.node');`,
  'node_modules/native-words/words.node': 'native',
};

type Files = { readonly [file: string]: string | Uint8Array };

const bases = new Map<string, Promise<string>>();

/**
 * Folder of a generated project of its own.
 *
 * @param inputs Files next to the definition that are there before code is generated.
 */
export async function makeProject(
  definition: string,
  files: Files = {},
  inputs: { readonly [file: string]: string } = {},
): Promise<string> {
  const given = { 'definitions/s.mcp.yaml': definition, ...inputs };
  const key = JSON.stringify(given);
  const base = bases.get(key) ?? createProject(given).then(({ folder }) => folder);
  bases.set(key, base);
  const folder = makeFolder();
  cpSync(await base, folder, { recursive: true, verbatimSymlinks: true });
  const hasTool = definition.includes('count_books');
  putFiles(folder, {
    ...(hasTool && { 'handlers/tools/count-books.ts': handler }),
    'definitions/icon.png': pixel,
    'definitions/dark.png': pixel,
    'definitions/screen.png': pixel,
    LICENSE: 'Take it.\n',
    ...files,
  });
  return folder;
}

/** Runs `package` in a project. */
export function runPackage(folder: string, ...argv: readonly string[]): Promise<CliOutcome> {
  return runInMemory(['package', ...argv], { cwd: folder });
}

let packaged: Promise<{ readonly folder: string; readonly made: CliOutcome }> | undefined;

/** Folder of a project of the full definition with all packages but those for platforms, which tests only read. */
export function packageFull(): typeof packaged & object {
  packaged ??= makeProject(fullDefinition).then(async (folder) => ({ folder, made: await runPackage(folder, 'all') }));
  return packaged;
}

/** Reads a JSON file below `packages/`. */
export async function readPackaged(folder: string, file: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(path.join(folder, 'packages', file), 'utf8')) as Record<string, unknown>;
}

/** The settings of the full definition, as bundles and plugins ask for them. */
export const userSettings = {
  acme_key: {
    type: 'string',
    title: 'API key',
    description: 'From your account page.',
    required: true,
    sensitive: true,
  },
  shelf: { type: 'string', title: 'Shelf', description: 'Where to look.', required: false, default: 'north' },
  limit: { type: 'number', title: 'Limit', description: 'Most books of an answer.', required: false, default: 20 },
  verbose: { type: 'boolean', title: 'Verbose', description: 'Log more.', required: false },
  acme_folder: { type: 'directory', title: 'Folder', description: 'Where lists are.', required: false },
};

/** Their variables. */
export const settingVariables = {
  ACME_KEY: '${user_config.acme_key}',
  SHELF: '${user_config.shelf}',
  LIMIT: '${user_config.limit}',
  VERBOSE: '${user_config.verbose}',
  ACME_FOLDER: '${user_config.acme_folder}',
};
