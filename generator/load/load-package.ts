import { readdir, readFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GeneratedFile } from '../emit/generated-file.js';

/** What the generator takes from its own package. */
export interface PackageFiles {
  readonly version: string;
  /** Template text by path below `templates/`, without extension. */
  readonly templates: ReadonlyMap<string, string>;
  /** JSON Schema of the definition format. */
  readonly definitionSchema: object;
  /** The compiled runtime, `.js` and `.d.ts`, relative to its folder. */
  readonly runtimeFiles: readonly GeneratedFile[];
}

/** The folder of this package: the same from the sources and from the compiled code. */
export function findPackageRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}

/** Version of this package. */
export function readPackageVersion(): string {
  const text = readFileSync(path.join(findPackageRoot(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** Reads the JSON Schema of the definition format. */
export async function loadDefinitionSchema(): Promise<object> {
  const file = path.join(findPackageRoot(), 'templates', 'definition.schema.json');
  return JSON.parse(await readFile(file, 'utf8')) as object;
}

/**
 * Reads templates, format schema and runtime.
 *
 * @throws Error when the runtime was not built (in a checkout: `npm run build`).
 */
export async function loadPackage(): Promise<PackageFiles> {
  const root = findPackageRoot();
  const templates = path.join(root, 'templates');
  const templateFiles = await readFiles(templates, (file) => file.endsWith('.hbs'));
  const runtimeFiles = await readFiles(path.join(root, 'dist', 'runtime'), (file) => /\.(js|d\.ts)$/u.test(file));
  if (runtimeFiles.length === 0)
    throw new Error('The runtime is not built: run `npm run build` in the checkout first.');
  return {
    version: readPackageVersion(),
    templates: new Map(templateFiles.map((file) => [file.path.slice(0, -'.hbs'.length), file.content])),
    definitionSchema: await loadDefinitionSchema(),
    runtimeFiles,
  };
}

async function readFiles(folder: string, isWanted: (file: string) => boolean): Promise<readonly GeneratedFile[]> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  const wanted = entries
    .map((entry) => entry.split(path.sep).join('/'))
    .filter(isWanted)
    .toSorted();
  return Promise.all(
    wanted.map(async (file) => ({ path: file, content: await readFile(path.join(folder, file), 'utf8') })),
  );
}
