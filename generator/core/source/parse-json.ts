import { printParseErrorCode, visit } from 'jsonc-parser';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { DiagnosticCode } from '../diagnostics/diagnostic-table.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import { maxDepth, reportDuplicateKey, reportNumber, type ParsedSource } from './parsed-source.js';
import type { MapEntry, SourceNode } from './source-node.js';

/** Parses JSON into located nodes. Parsing ends at a syntax error; the result then has one diagnostic and no root. */
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
          const message = `Invalid JSON: ${errorTexts[printParseErrorCode(code)] ?? 'the file cannot be parsed'}.`;
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

/** Messages for `jsonc-parser` errors, by error name. */
const errorTexts: { readonly [name: string]: string } = {
  InvalidSymbol: 'expected a string in double quotes, a number, `true`, `false` or `null` here',
  InvalidNumberFormat: 'expected a number here',
  PropertyNameExpected: 'expected a key in double quotes here',
  ValueExpected: 'expected a value here',
  ColonExpected: 'expected `:` here',
  CommaExpected: 'expected `,` here',
  CloseBraceExpected: 'expected `}` here',
  CloseBracketExpected: 'expected `]` here',
  EndOfFileExpected: 'expected the end of the file here',
  InvalidCommentToken: 'JSON does not support comments',
  UnexpectedEndOfString: 'the closing quote of this string is missing',
  UnexpectedEndOfNumber: 'expected a digit in this number',
  InvalidUnicode: '`\\u` must be followed by four hexadecimal digits',
  InvalidEscapeCharacter: 'invalid escape sequence',
  InvalidCharacter: 'control characters in strings must be escaped',
};

type Scalar = null | boolean | number | string;

/** Thrown by the visitor to end parsing at the first error and to limit nesting. */
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
  /** Location of the opening bracket. Lines and columns count from 0. */
  readonly line: number;
  readonly column: number;
  readonly items: SourceNode[];
  readonly entries: Map<string, MapEntry>;
  /** Key of the object's next value. */
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
      throw new JsonError('too-large', this.locate(line, column, 1), `More than ${maxDepth} nesting levels.`);
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
