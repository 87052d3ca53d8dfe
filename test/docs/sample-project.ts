import { builtinModules } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createProject } from '../kit/build-server.js';
import { putFiles } from '../kit/make-folder.js';
import { typeCheck } from '../kit/type-check.js';
import { listSamples, placeOf, root, type Sample } from './read-pages.js';

/** Files that the samples of a page need and that the page does not show, by path below the project. */
const hidden = path.join(import.meta.dirname, 'hidden-files');

/** Errors about names that a fragment does not declare: the text around it does. */
const unknownNames = /error TS(?:2304|2552|2503|2580|18004|7006|7031|7005|7034):/u;

/**
 * Generates the project of the samples of a page that name a file, and type-checks it with its fragments.
 *
 * @returns what the compiler prints, with the places of the samples
 */
export async function checkProject(page: string): Promise<string> {
  const samples = listSamples(page);
  const named = samples.filter(({ file }) => file !== undefined && isSource(file));
  const versions = splitVersions(named);
  const fragments = samples.filter(({ language, file }) => file === undefined && /^tsx?$/u.test(language));
  const printed: string[] = [];
  for (const [index, version] of versions.entries()) {
    printed.push(await checkVersion(page, version, index === 0 ? fragments : []));
  }
  return printed.filter(Boolean).join('\n');
}

function isSource(file: string): boolean {
  return /^(?:definitions|handlers|test|views|scripts|app|src)\//u.test(file) || /^[\w.-]+\.tsx?$/u.test(file);
}

/** A page that shows a file again shows another version of it: each version is a project, with the other files as first shown. */
function splitVersions(named: readonly Sample[]): readonly ReadonlyMap<string, Sample>[] {
  const first = new Map<string, Sample>();
  const others: ReadonlyMap<string, Sample>[] = [];
  for (const sample of named) {
    const { file = '' } = sample;
    if (first.has(file)) others.push(new Map([...first, [file, sample]]));
    else first.set(file, sample);
  }
  return [first, ...others.map((other) => new Map([...first, ...other]))];
}

async function checkVersion(
  page: string,
  files: ReadonlyMap<string, Sample>,
  fragments: readonly Sample[],
): Promise<string> {
  const placed = new Map([
    ...files,
    ...fragments.map((sample, index) => [placeFragment(sample, index), sample] as const),
  ]);
  const sources = Object.fromEntries([...placed].map(([file, sample]) => [file, wrap(sample)]));
  const definitions = Object.keys(sources).some((file) => file.startsWith('definitions/'));
  const base = 'server: { name: sample, version: 1.0.0 }\n';
  const { folder } = await createProject({
    ...(!definitions && { 'definitions/sample.mcp.yaml': base }),
    ...readHidden(page),
    ...sources,
  });
  putFiles(folder, { 'modules.d.ts': declareModules(Object.values(sources)) });
  const include = ['generated', 'modules.d.ts', ...Object.keys(sources).filter((file) => /\.tsx?$/u.test(file))];
  const printed = await typeCheck(folder, include, {
    lib: ['es2023', 'dom'],
    jsx: 'react-jsx',
    jsxImportSource: 'preact',
  });
  return printed
    .split('\n')
    .filter((line) => line.trim() !== '' && !isAllowed(line, placed))
    .map((line) => line.replace(/^([^(\s]+)/u, (file) => showPlace(placed.get(file)) ?? file))
    .join('\n');
}

function showPlace(sample: Sample | undefined): string | undefined {
  return sample && placeOf(sample);
}

/** Whether an error is one that the text around a fragment explains. Lines that continue a message have no place. */
function isAllowed(line: string, placed: ReadonlyMap<string, Sample>): boolean {
  const [, file = ''] = /^([^(\s]+)\(\d+,\d+\): /u.exec(line) ?? [];
  const sample = placed.get(file);
  return line.startsWith(' ') || (sample !== undefined && sample.file === undefined && unknownNames.test(line));
}

/** Path of a fragment in the project: from there its imports lead into `generated/`. */
function placeFragment({ code, language }: Sample, index: number): string {
  const folder = /from '\.\.\/\.\.\/generated\//u.test(code) ? 'handlers/tools' : 'handlers';
  return `${folder}/fragment-${index}.${language}`;
}

/** A fragment without imports and exports is the body of a function that has a context. */
function wrap({ code, file }: Sample): string {
  if (file !== undefined || /^(?:import|export) /mu.test(code)) return code;
  const types = "import type { RequestContext } from 'create-mcp-from-schema/runtime';\n";
  return `${types}export async function fragment(context: any, input: any): Promise<unknown> {\n${code}\nreturn undefined; }\n`;
}

/** Declares the packages that samples import and that are not installed here. */
function declareModules(sources: readonly string[]): string {
  const names = new Set(
    sources.flatMap((source) => [...source.matchAll(/ from '([^'.][^']*)'/gu)].map(([, name = '']) => name)),
  );
  return [...names]
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
    .filter(
      (name) =>
        !existsSync(path.join(root, 'node_modules', packageOf(name))) && packageOf(name) !== 'create-mcp-from-schema',
    )
    .map((name) => `declare module '${name}';\n`)
    .join('');
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

function readHidden(page: string): { readonly [file: string]: string } {
  const list = path.join(hidden, `${path.basename(page, '.md')}.json`);
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as { readonly [file: string]: string }) : {};
}
