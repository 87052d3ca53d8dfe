import { createDiagnostic, type DiagnosticDetails } from '../diagnostics/create-diagnostic.js';
import type { DiagnosticCode } from '../diagnostics/diagnostic-table.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { parseParameter, type ParsedParameter } from './parse-parameter.js';
import {
  locateSpan,
  ScriptFault,
  tokenizeLine,
  type ScriptLine,
  type ScriptToken,
  type Span,
} from './tokenize-line.js';

/** Declarations and code of a script. */
export interface ReadScript {
  /** Text of the `DESCRIPTION` line. */
  readonly description?: ScriptToken;
  readonly parameters: readonly ParsedParameter[];
  /** It has a `PARAM` or `DESCRIPTION` line. Other scripts, such as dialogs, are no tools. */
  readonly isTool: boolean;
  /** All lines that declare nothing, without blank lines at both ends. */
  readonly body: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the declarations of a script: `PARAM` lines before its code, and one `DESCRIPTION`. Lines of a block
 * (`BEGIN TALK … END TALK`, `SUB … END SUB`) declare nothing. Never throws.
 */
export function readScript(file: string, text: string): ReadScript {
  const reader = new ScriptReader();
  for (const [index, line] of text.split('\n').entries()) {
    reader.readLine({ file, number: index + 1, text: line.endsWith('\r') ? line.slice(0, -1) : line });
  }
  return reader.finish();
}

/** Maximum of `PARAM` lines in a script. */
const maximalParameters = 1000;

class ScriptReader {
  private readonly diagnostics: Diagnostic[] = [];
  private readonly body: string[] = [];
  private readonly parameters: ParsedParameter[] = [];
  private readonly names = new Map<string, Span>();
  private description: ScriptToken | undefined;
  /** Lines in which nothing is declared: the words that end them, and where they begin. */
  private block: { readonly end: string; readonly place: Span } | undefined;
  private hasCode = false;
  private declared = 0;

  readLine(line: ScriptLine): void {
    const { text } = line;
    const head = readHead(text);
    if (this.block) {
      if (head.words.join(' ') === this.block.end) this.block = undefined;
      this.body.push(text);
    } else if (head.kind === 'parameter') {
      this.readParameter(line);
    } else if (head.kind === 'description' && (head.isQuoted || !this.hasCode)) {
      this.readDescription(line);
    } else {
      const end = findBlockEnd(head);
      if (end !== undefined) this.block = { end, place: { ...head, line } };
      if (head.kind !== 'nothing') this.hasCode = true;
      this.body.push(text);
    }
  }

  finish(): ReadScript {
    if (this.block) {
      const message = `\`${this.block.end}\` at the end of this block is missing; declarations after it are ignored.`;
      this.report('ignored-declaration', this.block.place, message);
    }
    const first = this.body.findIndex((line) => line.trim() !== '');
    const body = first === -1 ? '' : this.body.slice(first).join('\n').trimEnd();
    const { description, parameters, diagnostics } = this;
    const isTool = description !== undefined || this.declared > 0;
    return { ...(description && { description }), parameters, isTool, body, diagnostics };
  }

  private readParameter(line: ScriptLine): void {
    this.declared++;
    if (this.declared > maximalParameters + 1) return;
    if (this.declared > maximalParameters) {
      const message = `More than ${maximalParameters} parameters.`;
      return this.report('too-large', { line, start: 0, end: line.text.length }, message);
    }
    const parameter = this.attempt(line, () => parseParameter(tokenizeLine(line)));
    if (!parameter) return;
    const { name } = parameter;
    const { value } = name;
    const first = this.names.get(value);
    if (first) {
      const related = [{ message: 'first here', location: locateSpan(first) }];
      const help = 'A script defines one tool. If a second tool begins here, move it to a file of its own.';
      const message = `The parameter \`${value}\` is declared twice.`;
      return this.report('duplicate-parameter', name, message, { help, related });
    }
    this.names.set(value, name);
    if (!this.hasCode) this.parameters.push(parameter);
    else this.report('ignored-declaration', name, 'A parameter that is declared after the first code is ignored.');
  }

  private readDescription(line: ScriptLine): void {
    const description = this.attempt(line, () => parseDescription(tokenizeLine(line)));
    if (description && this.description) {
      const related = [{ message: 'first here', location: locateSpan(this.description) }];
      const help = 'Move the second tool to a file of its own.';
      const message = '`DESCRIPTION` is repeated: a script defines one tool.';
      this.report('several-tools', description, message, { help, related });
    }
    // A broken description is no missing one.
    this.description ??= description ?? { kind: 'text', value: line.text, line, start: 0, end: line.text.length };
  }

  /** Calls a reader of the line, and reports its fault. */
  private attempt<T>(line: ScriptLine, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ScriptFault)) throw error;
      const { message, help, place } = error;
      this.report('syntax', place ?? { line, start: 0, end: 1 }, message, { help });
      return undefined;
    }
  }

  private report(code: DiagnosticCode, place: Span, message: string, details?: DiagnosticDetails): void {
    this.diagnostics.push(createDiagnostic(code, locateSpan(place), message, details));
  }
}

function parseDescription([keyword, description, more]: readonly ScriptToken[]): ScriptToken {
  if (description?.kind === 'text' && !more) return description;
  const wrong = (description?.kind === 'text' ? more : description) ?? keyword;
  const help = 'Write `DESCRIPTION "what the tool does"`.';
  throw new ScriptFault('`DESCRIPTION` takes one text between double quotes.', wrong, help);
}

/** Beginning of a script line; the span is its first word. */
interface LineHead extends Omit<Span, 'line'> {
  /** `nothing`: blank or a comment. */
  readonly kind: 'nothing' | 'parameter' | 'description' | 'code';
  /** Its first two words in upper case. */
  readonly words: readonly [string, string];
  /** A quote follows the first word. */
  readonly isQuoted: boolean;
}

/** Classifies a line by its first words, in any case. `description = …` and `param(…)` are code. */
function readHead(line: string): LineHead {
  const trimmed = line.trimStart();
  const start = line.length - trimmed.length;
  const [, first = '', second = ''] = /^([A-Za-z]+)[^\S\n]*([A-Za-z]*)/u.exec(trimmed.slice(0, headLength)) ?? [];
  const words = [first.toUpperCase(), second.toUpperCase()] as const;
  const rest = trimmed.slice(first.length);
  const isWord = first !== '' && (rest === '' || /^[\s"']/u.test(rest));
  const next = rest.trimStart().charAt(0);
  const place = { words, isQuoted: next === '"', start, end: start + Math.max(1, first.length) };
  const isNothing = trimmed === '' || /^(['#]|\/\/)/u.test(trimmed) || (isWord && words[0] === 'REM');
  if (isNothing) return { kind: 'nothing', ...place };
  const isDeclaration = isWord && next !== '=' && next !== '(';
  if (isDeclaration && words[0] === 'PARAM') return { kind: 'parameter', ...place };
  if (isDeclaration && words[0] === 'DESCRIPTION') return { kind: 'description', ...place };
  return { kind: 'code', ...place };
}

/** Maximum of characters searched for the first two words. */
const headLength = 80;

/** The words that end the block that a line begins; `undefined` for any other line. */
function findBlockEnd({ kind, words: [first, second] }: LineHead): string | undefined {
  if (kind !== 'code') return undefined;
  if (first === 'BEGIN' && second !== '') return `END ${second}`;
  return first === 'SUB' || first === 'FUNCTION' ? `END ${first}` : undefined;
}
