import { builtinModules } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createProject } from '../kit/build-server.js';
import { putFiles } from '../kit/make-folder.js';
import { typeCheck } from '../kit/type-check.js';
import { listSamples, placeOf, root, type Sample } from './read-pages.js';

/** Files that the samples of a page need and that the page does not show, by path below the project. */
const hidden = path.join(import.meta.dirname, 'hidden-files');

/** Types of packages that are not installed here and whose values reach other files of a sample, by package. */
const packageTypes = path.join(import.meta.dirname, 'package-types');

/** Errors about names that a fragment does not declare: the text around it does. */
const unknownNames = new Set(['TS2304', 'TS2552', 'TS2503', 'TS2580', 'TS2582', 'TS18004', 'TS7006', 'TS7031']);

/** Errors that follow from a package without types, in the files that import it. */
const unknownTypes = new Set(['TS7006', 'TS7031', 'TS2347', 'TS4113']);

/**
 * Generates the project of the samples of a page that name a file, and type-checks it with its fragments.
 *
 * @returns what the compiler prints, with the places of the samples
 */
export async function checkProject(page: string): Promise<string> {
  const samples = listSamples(page);
  const named = samples.flatMap((sample) => (sample.file !== undefined && isSource(sample.file) ? [sample] : []));
  const versions = splitVersions(named);
  const fragments = samples.filter(({ language, file }) => file === undefined && /^tsx?$/u.test(language));
  const printed: string[] = [];
  for (const [index, version] of versions.entries()) {
    printed.push(await checkVersion(page, version, index === 0 ? fragments : []));
  }
  return printed.filter(Boolean).join('\n');
}

function isSource(file: string): boolean {
  return (
    /^(?:definitions|handlers|test|views|scripts|app|src)\//u.test(file) || /^[\w.-]+\.(?:tsx?|mcp\.yaml)$/u.test(file)
  );
}

/** A page that shows a file again shows another version of it: each version is a project, with the other files as first shown. */
function splitVersions(named: readonly Sample[]): readonly ReadonlyMap<string, Sample>[] {
  const first = new Map<string, Sample>();
  const others: ReadonlyMap<string, Sample>[] = [];
  for (const sample of named) {
    const file = (sample.file ?? '').replace(/^([\w-]+\.mcp\.yaml)$/u, 'definitions/$1');
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
  const all = [...files, ...fragments.map((sample, index) => [placeFragment(sample, index), sample] as const)];
  const placed = new Map(all);
  const sources = Object.fromEntries(all.map(([file, sample]) => [file, wrap(sample)]));
  const isDefined = Object.keys(sources).some((file) => file.startsWith('definitions/'));
  const { folder, report } = await createProject({
    ...(!isDefined && { 'definitions/sample.mcp.yaml': 'server: { name: sample, version: 1.0.0 }\n' }),
    ...readHidden(page),
    ...sources,
  });
  const undeclared = listUndeclared(Object.values(sources));
  putFiles(folder, { 'modules.d.ts': undeclared.map(declareModule).join('') });
  const include = ['generated', 'modules.d.ts', ...Object.keys(sources).filter((file) => /\.tsx?$/u.test(file))];
  const more = { lib: ['es2023', 'dom'], jsx: 'react-jsx', jsxImportSource: 'preact' };
  return (await typeCheck(folder, include, more))
    .split('\n')
    .flatMap((line) => {
      const [all = '', printed = '', code = ''] = /^([^(\s]+)(?=\(\d+,\d+\): error (TS\d+))/u.exec(line) ?? [];
      const file = path.relative(folder, path.resolve(printed)).replaceAll('\\', '/');
      const sample = placed.get(file);
      // Lines without a place continue the one before, unless the compiler itself failed.
      if (all === '') return /^\S/u.test(line) ? [line] : [];
      if (sample?.file === undefined && sample !== undefined && unknownNames.has(code)) return [];
      if (unknownTypes.has(code) && listUndeclared([sources[file] ?? '']).length > 0) return [];
      return [`${sample ? placeOf(sample) : file}${line.slice(all.length)}`];
    })
    .concat(
      report.diagnostics.map(
        ({ code, location, message }) => `${location?.file}:${location?.line} ${code}: ${message}`,
      ),
    )
    .join('\n');
}

/** Path of a fragment in the project: from there its imports lead into `generated/`. */
function placeFragment({ code, language }: Sample, index: number): string {
  const folder = /from '\.\.\/\.\.\/generated\//u.test(code) ? 'handlers/tools' : 'handlers';
  return `${folder}/fragment-${index}.${language}`;
}

/** A fragment without imports and exports is the body of a function that has a context. */
function wrap({ code, file }: Sample): string {
  if (file !== undefined || /^(?:import|export) /mu.test(code)) return code;
  const types = "import type { HandlerContext, RequestContext } from 'create-mcp-from-schema/runtime';\n";
  const context = 'HandlerContext<{ readonly [name: string]: (values?: object) => Promise<any> }, any>';
  return `${types}export async function fragment(context: ${context}, input: any): Promise<unknown> {\n${code}\nreturn undefined; }\n`;
}

/** Lists the packages that samples import and that have no types here. */
function listUndeclared(sources: readonly string[]): readonly string[] {
  const names = sources.flatMap((source) =>
    [...source.matchAll(/ from '([^'.][^']*)'/gu)].map(([, name = '']) => name),
  );
  return [...new Set(names)]
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
    .filter((name) => packageOf(name) !== 'create-mcp-from-schema' && !hasTypes(packageOf(name)));
}

function declareModule(name: string): string {
  const types = path.join(packageTypes, `${name}.d.ts`);
  return existsSync(types) ? readFileSync(types, 'utf8') : `declare module '${name}';\n`;
}

function hasTypes(name: string): boolean {
  const modules = path.join(root, 'node_modules');
  const manifest = path.join(modules, name, 'package.json');
  if (existsSync(path.join(modules, '@types', name))) return true;
  return existsSync(manifest) && readFileSync(manifest, 'utf8').includes('.d.');
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
