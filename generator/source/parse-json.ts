import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import type { MapEntry, SourceNode } from './source-node.js';

/** What became of a JSON text. */
export interface ParsedJson {
  readonly root: SourceNode;
  readonly diagnostics: readonly Diagnostic[];
}

/** Levels of nesting that a file may have. */
const maximalDepth = 128;

/**
 * Parses JSON into located nodes, many times faster than a YAML parser does.
 *
 * @returns `undefined` for what is no JSON or is nested too deeply: the parser for YAML explains it.
 */
export function parseJson(file: string, text: string): ParsedJson | undefined {
  const reader = new JsonReader(file, text);
  try {
    return { root: reader.readAll(), diagnostics: reader.diagnostics };
  } catch (error) {
    if (error instanceof JsonFault) return undefined;
    throw error;
  }
}

class JsonFault extends Error {}

const plainString = /"[^"\\\u0000-\u001f]*"/y; // oxlint-disable-line no-control-regex -- JSON forbids them in strings
const anyString = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y; // oxlint-disable-line no-control-regex -- JSON forbids them in strings
const numberOrWord = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

const lineFeed = 10;

class JsonReader {
  readonly diagnostics: Diagnostic[] = [];
  private readonly file: string;
  private readonly text: string;
  private position = 0;
  private line = 1;
  private lineStart = 0;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
  }

  readAll(): SourceNode {
    this.skipSpace();
    const root = this.readValue(0);
    this.skipSpace();
    if (this.position < this.text.length) throw new JsonFault();
    return root;
  }

  private readValue(depth: number): SourceNode {
    if (depth > maximalDepth) throw new JsonFault();
    const character = this.text[this.position];
    if (character === '{') return this.readMap(depth);
    if (character === '[') return this.readSequence(depth);
    const start = this.position;
    const value = character === '"' ? this.readString() : this.readWord();
    const location = this.locate(start);
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
      const message = 'JavaScript cannot represent this integer exactly: it becomes another one.';
      this.diagnostics.push(createDiagnostic('lossy-number', location, message));
    }
    return { kind: 'scalar', value, location };
  }

  private readMap(depth: number): SourceNode {
    const begin = this.mark();
    const entries: MapEntry[] = [];
    const keys = new Map<string, SourceLocation>();
    this.readItems('}', () => {
      const start = this.position;
      const key = this.readString();
      const keyLocation = this.locate(start);
      const first = keys.get(key);
      keys.set(key, first ?? keyLocation);
      this.skipSpace();
      this.expect(':');
      this.skipSpace();
      const value = this.readValue(depth + 1);
      if (first) this.reportDuplicate(key, keyLocation, first);
      else entries.push({ key, keyLocation, value });
    });
    return { kind: 'map', entries, location: this.locateFrom(begin) };
  }

  private reportDuplicate(key: string, location: SourceLocation, first: SourceLocation): void {
    const related = [{ message: 'it stands here already', location: first }];
    const message = `The key \`${key}\` stands twice in the same mapping.`;
    this.diagnostics.push(createDiagnostic('duplicate-key', location, message, { related }));
  }

  private readSequence(depth: number): SourceNode {
    const begin = this.mark();
    const items: SourceNode[] = [];
    this.readItems(']', () => items.push(this.readValue(depth + 1)));
    return { kind: 'sequence', items, location: this.locateFrom(begin) };
  }

  private readItems(end: string, readItem: () => void): void {
    this.position++;
    this.skipSpace();
    if (this.text[this.position] === end) {
      this.position++;
      return;
    }
    for (;;) {
      readItem();
      this.skipSpace();
      if (this.text[this.position] === end) break;
      this.expect(',');
      this.skipSpace();
    }
    this.position++;
  }

  private readString(): string {
    const start = this.position;
    if (this.skip(plainString)) return this.text.slice(start + 1, this.position - 1);
    if (!this.skip(anyString)) throw new JsonFault();
    const escaped = this.text.slice(start, this.position);
    try {
      return JSON.parse(escaped) as string;
    } catch {
      throw new JsonFault();
    }
  }

  private readWord(): null | boolean | number {
    const start = this.position;
    if (!this.skip(numberOrWord)) throw new JsonFault();
    const word = this.text.slice(start, this.position);
    if (word === 'true' || word === 'false') return word === 'true';
    const value = JSON.parse(word) as null | boolean | number;
    if (typeof value === 'number' && !Number.isFinite(value)) throw new JsonFault();
    return value;
  }

  /** Goes behind what a pattern fits here; `false` when it does not. */
  private skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.position;
    if (!pattern.test(this.text)) return false;
    this.position = pattern.lastIndex;
    return true;
  }

  private expect(character: string): void {
    if (this.text[this.position] !== character) throw new JsonFault();
    this.position++;
  }

  /** Lines end nowhere else: in JSON no string goes over a line. */
  private skipSpace(): void {
    const { text } = this;
    for (; ; this.position++) {
      const code = text.charCodeAt(this.position);
      if (code === lineFeed) {
        this.line++;
        this.lineStart = this.position + 1;
      } else if (code !== 32 && code !== 9 && code !== 13) return;
    }
  }

  private mark() {
    return { start: this.position, line: this.line, column: this.position - this.lineStart + 1 };
  }

  private locate(start: number): SourceLocation {
    return { file: this.file, line: this.line, column: start - this.lineStart + 1, length: this.position - start };
  }

  private locateFrom({ start, line, column }: ReturnType<JsonReader['mark']>): SourceLocation {
    const end = line === this.line ? this.position : this.text.indexOf('\n', start);
    return { file: this.file, line, column, length: Math.max(1, end - start) };
  }
}
