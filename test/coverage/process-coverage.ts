import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { mergeProcessCovs } from '@bcoe/v8-coverage';
import { convert } from 'ast-v8-to-istanbul';
import { parseAstAsync } from 'vitest/node';
import type { FileBranches } from './branch-arms.js';

/** Coverage of files by path. */
export interface FilesBranches {
  readonly [file: string]: FileBranches;
}

/** A bundle with source maps, and the counts of all processes that ran it. */
interface Script {
  readonly file: string;
  readonly code: string;
  readonly sourceMap: SourceMap;
  readonly coverage: Profiler.ScriptCoverage;
}

type SourceMap = NonNullable<Parameters<typeof convert>[0]['sourceMap']>;

/**
 * Reads what Node wrote at the end of processes: coverage of bundles, mapped back to the source.
 *
 * @param folder Value of `NODE_V8_COVERAGE`.
 * @param runtime Folder of the source that counts.
 */
export async function readProcessCoverage(folder: string, runtime: string): Promise<readonly FilesBranches[]> {
  const read: FilesBranches[] = [];
  for (const { file, code, sourceMap, coverage } of mergeCopies(readScripts(folder, runtime))) {
    read.push(
      (await convert({
        code,
        sourceMap,
        ast: parseAstAsync(code) as never,
        coverage: { url: `file://${file}`, functions: coverage.functions },
      })) as FilesBranches,
    );
  }
  return read;
}

/** Reads all reports in turn: each is megabytes long, mostly about other scripts. */
function readScripts(folder: string, runtime: string): readonly Script[] {
  const bundles = new Map<string, Omit<Script, 'coverage'> | undefined>();
  const scripts: Script[] = [];
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const { result } = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as {
      readonly result: readonly Profiler.ScriptCoverage[];
    };
    for (const coverage of result) {
      if (!coverage.url.startsWith('file:')) continue;
      const file = fileURLToPath(coverage.url.replace(/[?#].*$/u, ''));
      if (!bundles.has(file)) bundles.set(file, readBundle(file, runtime));
      const bundle = bundles.get(file);
      if (bundle !== undefined) scripts.push({ ...bundle, coverage });
    }
  }
  return scripts;
}

/** Reads a bundle; `undefined` when the file is no bundle with source of the runtime. */
function readBundle(file: string, runtime: string): Omit<Script, 'coverage'> | undefined {
  if (!existsSync(`${file}.map`)) return undefined;
  const map = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMap;
  const sources = map.sources.map((source) => path.resolve(path.dirname(file), source ?? ''));
  if (!sources.some((source) => source.startsWith(runtime + path.sep))) return undefined;
  return { file, code: readFileSync(file, 'utf8'), sourceMap: { ...map, sources } };
}

/** Adds up the counts of scripts with the same code: many projects have the same chunks of the runtime. */
function mergeCopies(scripts: readonly Script[]): readonly Script[] {
  const copies = new Map<string, Script[]>();
  for (const script of scripts) {
    const known = copies.get(script.code);
    if (known) known.push(script);
    else copies.set(script.code, [script]);
  }
  return [...copies.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const url = first.coverage.url;
    const merged = mergeProcessCovs(same.map(({ coverage }) => ({ result: [{ ...coverage, url }] })));
    return merged.result.map((coverage) => ({ ...first, coverage }));
  });
}
