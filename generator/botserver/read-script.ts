import { createDiagnostic, type DiagnosticDetails } from '../diagnostics/create-diagnostic.js';
import type { DiagnosticCode } from '../diagnostics/diagnostic-table.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import { parseParameter, type ParsedParameter } from './parse-parameter.js';
import { ScriptFault, tokenizeLine, type ScriptToken } from './tokenize-line.js';

/** Declarations and code of a script. */
export interface ReadScript {
  readonly description?: DescriptionLine;
  readonly parameters: readonly ParameterLine[];
  /** All lines that declare nothing, without blank lines at both ends. */
  readonly body: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Text of a `DESCRIPTION` line. */
export interface DescriptionLine {
  readonly text: string;
  readonly location: SourceLocation;
}

/** A `PARAM` line and its number, counted from 1. */
export interface ParameterLine {
  readonly parsed: ParsedParameter;
  readonly line: number;
}

/**
 * Reads the declarations of a script: `PARAM` lines before its code, and one `DESCRIPTION`. Lines of a block
 * (`BEGIN TALK … END TALK`, `SUB … END SUB`) declare nothing. Never throws.
 */
export function readScript(file: string, text: string): ReadScript {
  const reader = new ScriptReader(file);
  for (const line of text.split('\n')) reader.readLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  return reader.finish();
}

/** Maximum of `PARAM` lines in a script. */
const maximalParameters = 1000;

class ScriptReader {
  private readonly file: string;
  private readonly diagnostics: Diagnostic[] = [];
  private readonly body: string[] = [];
  private readonly parameters: ParameterLine[] = [];
  private readonly names = new Map<string, SourceLocation>();
  private description: DescriptionLine | undefined;
  private block: (Block & { readonly location: SourceLocation }) | undefined;
  private hasCode = false;
  private declared = 0;
  private line = 0;

  constructor(file: string) {
    this.file = file;
  }

  readLine(text: string): void {
    this.line++;
    const head = readHead(text);
    if (this.block) {
      if (isBlockEnd(head, this.block)) this.block = undefined;
      this.body.push(text);
    } else if (head.kind === 'parameter') {
      this.readParameter(text);
    } else if (head.kind === 'description' && (head.isQuoted || !this.hasCode)) {
      this.readDescription(text);
    } else {
      const block = findBlock(head);
      if (block) this.block = { ...block, location: this.locate(head.start, head.end) };
      if (head.kind !== 'nothing') this.hasCode = true;
      this.body.push(text);
    }
  }

  finish(): ReadScript {
    if (this.block) {
      const message = `This block does not end: \`${this.block.end}\` is missing, so that nothing after it declares anything.`;
      this.report('ignored-declaration', this.block.location, message);
    }
    const first = this.body.findIndex((line) => line.trim() !== '');
    const body = first === -1 ? '' : this.body.slice(first).join('\n').trimEnd();
    const { description, parameters, diagnostics } = this;
    return { ...(description && { description }), parameters, body, diagnostics };
  }

  private readParameter(text: string): void {
    this.declared++;
    if (this.declared > maximalParameters) {
      if (this.declared > maximalParameters + 1) return;
      const message = `More than ${maximalParameters} parameters.`;
      this.report('too-large', this.locate(0, text.length), message);
      return;
    }
    const parameter = this.attempt(() => parseParameter(tokenizeLine(text)));
    if (!parameter) return;
    const { name } = parameter;
    const location = this.locate(name.start, name.end);
    const first = this.names.get(name.value);
    if (first) {
      const related = [{ message: 'first here', location: first }];
      const help = 'A script is one tool. If this begins a second one, give it a file of its own.';
      const message = `The parameter \`${name.value}\` is declared twice.`;
      this.report('duplicate-parameter', location, message, { help, related });
      return;
    }
    this.names.set(name.value, location);
    if (!this.hasCode) this.parameters.push({ parsed: parameter, line: this.line });
    else this.report('ignored-declaration', location, 'A parameter that is declared after the first code is ignored.');
  }

  private readDescription(text: string): void {
    const description = this.attempt(() => parseDescription(text));
    if (!description) {
      // A broken description is no missing one.
      this.description ??= { text, location: this.locate(0, text.length) };
      return;
    }
    const location = this.locate(description.start, description.end);
    if (this.description) {
      const related = [{ message: 'first here', location: this.description.location }];
      const help = 'Give every tool a file of its own.';
      this.report('several-tools', location, 'A second `DESCRIPTION`: a script is one tool.', { help, related });
    } else {
      this.description = { text: description.value, location };
    }
  }

  /** Calls a reader of the line, and reports its fault. */
  private attempt<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ScriptFault)) throw error;
      const { message, help, place } = error;
      this.report('syntax', this.locate(place.start, place.end), message, { help });
      return undefined;
    }
  }

  private report(code: DiagnosticCode, place: SourceLocation, message: string, details?: DiagnosticDetails): void {
    this.diagnostics.push(createDiagnostic(code, place, message, details));
  }

  private locate(start: number, end: number): SourceLocation {
    return { file: this.file, line: this.line, column: start + 1, length: Math.max(1, end - start) };
  }
}

function parseDescription(text: string): ScriptToken {
  const [keyword, description, more] = tokenizeLine(text);
  if (description?.kind === 'text' && !more) return description;
  const wrong = (description?.kind === 'text' ? more : description) ?? keyword;
  const help = 'Write `DESCRIPTION "what the tool does"`.';
  throw new ScriptFault('`DESCRIPTION` takes one text between double quotes.', wrong, help);
}

/** Beginning of a script line. */
interface LineHead {
  /** `nothing`: blank or a comment. */
  readonly kind: 'nothing' | 'parameter' | 'description' | 'code';
  /** Its first two words in upper case. */
  readonly words: readonly [string, string];
  /** A quote follows the first word. */
  readonly isQuoted: boolean;
  /** Offsets of the first word in the line, in code units. */
  readonly start: number;
  readonly end: number;
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

/** Lines of a script in which nothing is declared. */
interface Block {
  /** Words of its last line. */
  readonly end: string;
}

/** The block that a line begins; `undefined` for any other line. */
function findBlock({ kind, words: [first, second] }: LineHead): Block | undefined {
  if (kind !== 'code') return undefined;
  if (first === 'BEGIN' && second !== '') return { end: `END ${second}` };
  return first === 'SUB' || first === 'FUNCTION' ? { end: `END ${first}` } : undefined;
}

/** Returns whether a line is the last one of a block. */
function isBlockEnd({ words: [first, second] }: LineHead, { end }: Block): boolean {
  return `${first} ${second}` === end;
}
