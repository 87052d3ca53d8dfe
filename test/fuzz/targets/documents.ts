import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasErrors } from '../../../generator/core/diagnostics/create-diagnostic.js';
import { formatDiagnostics } from '../../../generator/core/diagnostics/format-diagnostics.js';
import { emitCompilable } from '../../../generator/pipeline/emit/emit-compilable.js';
import { formatStubs } from '../../../generator/pipeline/emit/handlers/format-stubs.js';
import { loadPackage } from '../../../generator/core/package/load-package.js';
import { readInputs, type Inputs } from '../../../generator/pipeline/read/read-inputs.js';
import { linkPackages } from '../../kit/link-packages.mjs';
import { typeCheck } from '../../kit/type-check.js';
import { mutateText } from '../engine/mutate.js';
import type { Target } from '../engine/target.js';
import { isDirty, Violation, withinBounds } from '../invariants.js';

/** A kind of document: its file, and what stands next to it. */
export interface DocumentKind {
  readonly name: string;
  readonly file: string;
  readonly beside?: { readonly [file: string]: string };
  /** Ends of the names of files whose texts are seeds. */
  readonly seedFiles: RegExp;
  readonly words: readonly string[];
  /** Texts that are seeds as well. */
  readonly seeds?: readonly string[];
}

/** One in `emitEach` documents without errors is emitted; one in `typeCheckEach` of those is type-checked. */
const [emitEach, typeCheckEach] = [10, 25];
/** Longest document, in characters. */
const maximalLength = 40_000;

const options = { definitions: 'definitions', handlers: 'handlers', out: 'generated', strict: false };

/** Mutated documents of a kind: they give errors with places in the document, or files that type-check. */
export function documentsOf(kind: DocumentKind): Target<string> {
  let folder: string | undefined;
  let [sound, emitted] = [0, 0];
  return {
    name: kind.name,
    batch: 25,
    seeds: () => [...findSeeds(kind.seedFiles), ...(kind.seeds ?? [])],
    mutate: (text, other, random) => mutateText(text, other, kind.words, random).slice(0, maximalLength),
    run: async (text) => {
      folder ??= openFolder(kind);
      writeFileSync(path.join(folder, 'definitions', kind.file), text);
      const root = folder;
      // Emitting starts compilers, whose time says little about the document.
      const inputs = await withinBounds(text.length * 20, () => readInputs({ ...options, root }, new Map(), []));
      checkDiagnostics(inputs);
      if (hasErrors(inputs.diagnostics)) return 1;
      sound += 1;
      if (sound % emitEach !== 1) return 1;
      emitted += 1;
      await emit(inputs, emitted % typeCheckEach === 1);
      return 1;
    },
    close: async () => {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
      folder = undefined;
    },
  };
}

function openFolder({ beside = {} }: DocumentKind): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'fuzz-'));
  mkdirSync(path.join(folder, 'definitions'));
  for (const [file, text] of Object.entries(beside)) writeFileSync(path.join(folder, 'definitions', file), text);
  return folder;
}

/** Texts of the example servers and of the tests. */
function findSeeds(pattern: RegExp): readonly string[] {
  const root = import.meta.dirname.replace(/[\\/](?:test|dist)[\\/].*$/u, '');
  const files = ['definitions', 'test/wire/fixtures', 'test/corpus/documents', 'bench/servers'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(root, folder, file),
    ),
  );
  const texts = files.filter((file) => pattern.test(file)).map((file) => readFileSync(file, 'utf8'));
  return texts.filter(({ length }) => length < maximalLength);
}

function checkDiagnostics({ diagnostics, sources }: Pick<Inputs, 'diagnostics' | 'sources'>): void {
  for (const { code, message, location } of diagnostics) {
    const text = location && sources.get(location.file);
    const line = text?.split(/\r\n|[\r\n]/u)[(location?.line ?? 1) - 1];
    if (location !== undefined && text !== undefined && line === undefined) {
      throw new Violation(
        'diagnostics or files',
        `${code} has a place outside of the document: ${JSON.stringify(location)}`,
      );
    }
    if (/\bat .*\.[jt]s:\d+|undefined is not|is not a function|Cannot read propert|call stack/u.test(message)) {
      throw new Violation('diagnostics or files', `${code}: ${message}`);
    }
  }
  const printed = formatDiagnostics(diagnostics, sources, { color: false });
  if (isDirty(printed)) throw new Violation('clean reports', JSON.stringify(printed));
}

async function emit(inputs: Inputs, isChecked: boolean): Promise<void> {
  const files = await emitCompilable(inputs, options, loadPackage().render);
  checkDiagnostics({ ...inputs, diagnostics: files.diagnostics });
  if (hasErrors(files.diagnostics) || !isChecked) return;
  const folder = mkdtempSync(path.join(tmpdir(), 'fuzz-project-'));
  try {
    linkPackages(folder);
    const stubs = await formatStubs(files.stubs, new Set(files.stubs.map(({ path: file }) => file)));
    const generated = files.generated.map((file) => ({ ...file, path: `generated/${file.path}` }));
    for (const { path: file, content } of [...generated, ...stubs]) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), content);
    }
    const problems = await typeCheck(folder);
    if (problems !== '') throw new Violation('diagnostics or files', problems);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
