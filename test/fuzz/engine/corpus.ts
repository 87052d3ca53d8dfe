import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** An input that once broke an invariant. */
export interface CorpusEntry {
  readonly file: string;
  readonly input: unknown;
}

/** The entries of a target: texts (`.txt`) and JSON data (`.json`). */
export function readCorpus(folder: string, target: string): readonly CorpusEntry[] {
  const own = path.join(folder, target);
  const files = existsSync(own) ? readdirSync(own).toSorted() : [];
  return files.map((file) => {
    const text = readFileSync(path.join(own, file), 'utf8');
    return { file, input: file.endsWith('.json') ? (JSON.parse(text) as unknown) : text };
  });
}

/** Writes an entry and returns its path; the same input has the same name. */
export function writeCorpus(folder: string, target: string, name: string, input: unknown): string {
  const isText = typeof input === 'string';
  const text = isText ? input : `${JSON.stringify(input)}\n`;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const own = path.join(folder, target);
  mkdirSync(own, { recursive: true });
  const file = path.join(own, `${name.replaceAll(' ', '-')}-${digest}.${isText ? 'txt' : 'json'}`);
  writeFileSync(file, text);
  return file;
}
