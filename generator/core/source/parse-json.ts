import { printParseErrorCode, visit } from 'jsonc-parser';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { DiagnosticCode } from '../diagnostics/diagnostic-table.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import { maxDepth, reportDuplicateKey, reportNumber, type ParsedSource } from './parsed-source.js';
import type { MapEntry, SourceNode } from './source-node.js';

/** Parses JSON into located nodes. A syntax error ends parsing: the result has one diagnostic and no root. */
export function parseJson(file: string, text: string): ParsedSource {
  const builder = new NodeBuilder(file, text);
  try {
    visit(
      text,
      {
        onObjectBegin: (offset, _length, line, column) => builder.begin(offset, line, column),
        onArrayBegin: (offset, _length, line, column) => builder.begin(offset, line, column),
        onObjectProperty: (key, _offset, length, line, column) => builder.addKey(key, length, line, column),
        onLiteralValue: (value: Scalar, _offset, length, line, column) =>
          builder.addScalar(value, length, line, column),
        onObjectEnd: (offset, _length, line) => builder.end('map', offset, line),
        onArrayEnd: (offset, _length, line) => builder.end('sequence', offset, line),
        onError: (code, _offset, length, line, column) => {
          const message = `This is not valid JSON: ${errorTexts[printParseErrorCode(code)] ?? 'it cannot be read'}.`;
          throw new JsonError('syntax', builder.locate(line, column, Math.max(1, length)), message);
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    if (error instanceof JsonError) return { diagnostics: [error.diagnostic] };
    throw error;
  }
  return { ...(builder.root && { root: builder.root }), diagnostics: builder.diagnostics };
}

/** Messages for the errors of `jsonc-parser`, by error name. */
const errorTexts: { readonly [name: string]: string } = {
  InvalidSymbol: 'a text in double quotes, a number, `true`, `false` or `null` is expected here',
  InvalidNumberFormat: 'a number is expected here',
  PropertyNameExpected: 'a key in double quotes is expected here',
  ValueExpected: 'a value is expected here',
  ColonExpected: '`:` is expected here',
  CommaExpected: '`,` is expected here',
  CloseBraceExpected: '`}` is expected here',
  CloseBracketExpected: '`]` is expected here',
  EndOfFileExpected: 'the end of the file is expected here',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfString: 'the quote at the end of the text is missing',
  UnexpectedEndOfNumber: 'a digit is expected in this number',
  InvalidUnicode: '`\\u` is followed by four hexadecimal digits',
  InvalidEscapeCharacter: 'this escape sequence does not exist',
  InvalidCharacter: 'control characters in texts are written as escape sequences',
};

type Scalar = null | boolean | number | string;

/** Thrown by the visitor, so that parsing ends at the first error and nesting is bounded. */
class JsonError extends Error {
  readonly diagnostic: Diagnostic;

  constructor(code: DiagnosticCode, location: SourceLocation, message: string) {
    super(message);
    this.diagnostic = createDiagnostic(code, location, message);
  }
}

/** An object or array that is being parsed. */
interface OpenNode {
  readonly offset: number;
  /** Lines and columns count from 0. */
  readonly line: number;
  readonly column: number;
  readonly items: SourceNode[];
  readonly entries: Map<string, MapEntry>;
  /** Key of the next value of an object. */
  key?: Pick<MapEntry, 'key' | 'keyLocation'>;
}

/** Builds located nodes from visitor events. */
class NodeBuilder {
  readonly diagnostics: Diagnostic[] = [];
  root: SourceNode | undefined;
  private readonly open: OpenNode[] = [];
  private readonly file: string;
  private readonly text: string;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
  }

  begin(offset: number, line: number, column: number): void {
    if (this.open.length > maxDepth) {
      throw new JsonError('too-large', this.locate(line, column, 1), `More than ${maxDepth} levels of nesting.`);
    }
    this.open.push({ offset, line, column, items: [], entries: new Map() });
  }

  /** Ends an object or array. Its location covers only its first line. */
  end(kind: 'map' | 'sequence', end: number, endLine: number): void {
    const node = this.open.pop();
    if (!node) return;
    const { offset, line, column, items, entries } = node;
    const stop = endLine === line ? end + 1 : this.text.indexOf('\n', offset);
    const location = this.locate(line, column, Math.max(1, stop - offset));
    this.add(kind === 'map' ? { kind, entries: [...entries.values()], location } : { kind, items, location });
  }

  addKey(key: string, length: number, line: number, column: number): void {
    const map = this.open.at(-1);
    if (map) map.key = { key, keyLocation: this.locate(line, column, length) };
  }

  addScalar(value: Scalar, length: number, line: number, column: number): void {
    const location = this.locate(line, column, length);
    const problem = typeof value === 'number' ? reportNumber(value, location) : undefined;
    if (problem) this.diagnostics.push(problem);
    this.add({ kind: 'scalar', value: problem?.code === 'not-json' ? 0 : value, location });
  }

  locate(line: number, column: number, length: number): SourceLocation {
    return { file: this.file, line: line + 1, column: column + 1, length };
  }

  private add(value: SourceNode): void {
    const parent = this.open.at(-1);
    if (!parent) {
      this.root = value;
    } else if (!parent.key) {
      parent.items.push(value);
    } else {
      const { key, keyLocation } = parent.key;
      const first = parent.entries.get(key);
      if (first) this.diagnostics.push(reportDuplicateKey(key, keyLocation, first.keyLocation));
      else parent.entries.set(key, { key, keyLocation, value });
    }
  }
}
