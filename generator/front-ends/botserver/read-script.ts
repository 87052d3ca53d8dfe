import { createDiagnostic, type DiagnosticDetails } from '../../core/diagnostics/create-diagnostic.js';
import type { DiagnosticCode } from '../../core/diagnostics/diagnostic-table.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { parseParameter, type ParsedParameter } from './parse-parameter.js';
import { readHead, type LineHead } from './read-head.js';
import {
  locateSpan,
  ScriptError,
  tokenizeLine,
  type ScriptLine,
  type ScriptToken,
  type Span,
} from './tokenize-line.js';

/** Declarations and code of a script. */
interface ReadScript {
  /**
   * Tools that the script declares, in order. A script without `PARAM` and `DESCRIPTION` lines, such as a dialog, declares no tools.
   */
  readonly tools: readonly ScriptTool[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Tool of a script. */
export interface ScriptTool {
  /** Text of the `DESCRIPTION` line. */
  readonly description?: ScriptToken;
  readonly parameters: readonly ParsedParameter[];
  /** Last line of the comment directly above the declarations, ignoring lines that are only underlines. */
  readonly heading: string;
  /** All lines that declare nothing, without leading and trailing blank lines. */
  readonly body: string;
}

/**
 * Reads the declarations of a script: `PARAM` lines before its code, and one `DESCRIPTION` per tool. Lines in a block
 * (`BEGIN TALK … END TALK`, `SUB … END SUB`) declare nothing. Never throws.
 */
export function readScript(file: string, text: string): ReadScript {
  const reader = new ScriptReader();
  for (const [index, line] of text.split('\n').entries()) {
    reader.readLine({ file, number: index + 1, text: line.endsWith('\r') ? line.slice(0, -1) : line });
  }
  return reader.finish();
}

/** Maximum number of `PARAM` lines in a script. */
const maxParameters = 1000;

/** Tool whose lines are still being read. */
interface OpenTool {
  description?: ScriptToken;
  readonly parameters: ParsedParameter[];
  readonly names: Map<string, Span>;
  readonly body: string[];
  heading: string;
  hasCode: boolean;
}

class ScriptReader {
  readonly #diagnostics: Diagnostic[] = [];
  readonly #tools: OpenTool[] = [];
  #tool = openTool();
  /** Parameters after code. They belong to the next tool if its `DESCRIPTION` follows. */
  #waiting: ParsedParameter[] = [];
  /** Comment directly above the current line or above the pending parameters. */
  #comments: string[] = [];
  /** Current block, in which no declarations are allowed: the words that end it, and its start. */
  #block: { readonly end: string; readonly place: Span } | undefined;
  #declared = 0;

  readLine(line: ScriptLine): void {
    const { text } = line;
    const head = readHead(text);
    if (this.#block) {
      if (head.words.join(' ') === this.#block.end) this.#block = undefined;
      else if (head.kind === 'parameter') this.#reportInBlock(line);
      this.#tool.body.push(text);
      return;
    }
    if (head.kind === 'parameter') this.#readParameter(line);
    else if (head.kind === 'description' && (head.isQuoted || !this.#tool.hasCode)) this.#readDescription(line);
    else this.#readOther(line, head);
  }

  finish(): ReadScript {
    if (this.#block) {
      const message = `This block has no \`${this.#block.end}\`, so declarations after it are ignored.`;
      this.#report('ignored-declaration', this.#block.place, message);
    }
    this.#giveUpWaiting();
    const tools = [...this.#tools, this.#tool].filter(
      ({ description, names }) => description !== undefined || names.size > 0,
    );
    return { tools: tools.map(closeTool), diagnostics: this.#diagnostics };
  }

  #readOther(line: ScriptLine, head: LineHead): void {
    if (head.blockEnd !== undefined) this.#block = { end: head.blockEnd, place: { ...head, line } };
    if (head.kind === 'code') {
      this.#giveUpWaiting();
      this.#tool.hasCode = true;
    }
    if (head.kind === 'comment') this.#comments.push(line.text);
    else if (this.#waiting.length === 0) this.#comments = [];
    this.#tool.body.push(line.text);
  }

  #readParameter(line: ScriptLine): void {
    this.#declared++;
    if (this.#declared > maxParameters + 1) return;
    if (this.#declared > maxParameters) {
      const message = `More than ${maxParameters} parameters.`;
      return this.#report('too-large', { line, start: 0, end: line.text.length }, message);
    }
    const parameter = this.#attempt(line, () => parseParameter(tokenizeLine(line)));
    if (!parameter) {
      // A script with an invalid parameter still declares a tool.
      this.#tool.names.set('', { line, start: 0, end: 1 });
    } else if (this.#tool.hasCode) {
      this.#waiting.push(parameter);
    } else {
      this.#noteHeading();
      this.#addParameter(parameter);
    }
  }

  #addParameter(parameter: ParsedParameter): void {
    const { name } = parameter;
    const { names, parameters } = this.#tool;
    const first = names.get(name.value);
    if (first) return this.#reportRepeated(name, first);
    names.set(name.value, name);
    parameters.push(parameter);
  }

  #reportRepeated(name: ScriptToken, first: Span): void {
    const related = [{ message: 'first here', location: locateSpan(first) }];
    this.#report('duplicate-parameter', name, `Duplicate parameter \`${name.value}\`.`, { related });
  }

  /** Reports parameters after code that do not begin a tool. */
  #giveUpWaiting(): void {
    for (const { name } of this.#waiting) {
      const first = this.#tool.names.get(name.value);
      this.#tool.names.set(name.value, first ?? name);
      if (first) this.#reportRepeated(name, first);
      else {
        this.#report('ignored-declaration', name, 'This parameter is ignored, because it is declared after code.');
      }
    }
    this.#waiting = [];
  }

  #readDescription(line: ScriptLine): void {
    const read = this.#attempt(line, () => parseDescription(line));
    // An invalid description still counts as the tool's description.
    const description = read ?? { kind: 'text', value: line.text, line, start: 0, end: line.text.length };
    const { description: earlier, hasCode, parameters } = this.#tool;
    if (earlier && !hasCode) {
      const related = [{ message: 'first here', location: locateSpan(earlier) }];
      const message = '`DESCRIPTION` is repeated without code in between.';
      return this.#report('syntax', description, message, { related, help: 'Keep one of them.' });
    }
    if (earlier) {
      this.#tools.push(this.#tool);
      dropComments(this.#tool.body);
      this.#tool = openTool();
    }
    this.#noteHeading();
    this.#tool.description = description;
    if (earlier || parameters.length === 0) {
      for (const parameter of this.#waiting) this.#addParameter(parameter);
      this.#waiting = [];
    } else {
      this.#giveUpWaiting();
    }
  }

  #noteHeading(): void {
    if (this.#tool.heading !== '' || this.#comments.length === 0) return;
    this.#tool.heading = findHeading(this.#comments);
  }

  #reportInBlock(line: ScriptLine): void {
    let name: Span;
    try {
      ({ name } = parseParameter(tokenizeLine(line)));
    } catch {
      // The line is the text of a message or prompt.
      return;
    }
    const message = `A parameter in a block that ends with \`${this.#block?.end}\` is ignored.`;
    this.#report('ignored-declaration', name, message);
  }

  /** Runs a function that reads the line, and reports any script error that it throws. */
  #attempt<T>(line: ScriptLine, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      const { message, help, place } = error;
      this.#report('syntax', place ?? { line, start: 0, end: 1 }, message, { help });
      return undefined;
    }
  }

  #report(code: DiagnosticCode, place: Span, message: string, details?: DiagnosticDetails): void {
    this.#diagnostics.push(createDiagnostic(code, locateSpan(place), message, details));
  }
}

function openTool(): OpenTool {
  return { parameters: [], names: new Map(), body: [], heading: '', hasCode: false };
}

/** Drops comments at the end of a tool, because they belong to the next tool. */
function dropComments(body: string[]): void {
  while (['blank', 'comment'].includes(readHead(body.at(-1) ?? 'END').kind)) body.pop();
}

function closeTool({ description, parameters, body: lines, heading }: OpenTool): ScriptTool {
  const first = lines.findIndex((line) => line.trim() !== '');
  const body = first === -1 ? '' : lines.slice(first).join('\n').trimEnd();
  return { ...(description && { description }), parameters, heading, body };
}

/** Reads a quoted string, or the whole line if it has no quotes. */
function parseDescription(line: ScriptLine): ScriptToken {
  const [, rest = ''] = /^\s*\S+\s+(\S.*)$/su.exec(line.text) ?? [];
  if (/^[^"']/u.test(rest)) {
    const start = line.text.length - rest.length;
    const value = rest.trimEnd();
    return { kind: 'text', value, line, start, end: start + value.length };
  }
  const [keyword, description, more] = tokenizeLine(line);
  if (description?.kind === 'text' && !more) return description;
  const wrong = (description?.kind === 'text' ? more : description) ?? keyword;
  const help = 'Write `DESCRIPTION "what the tool does"`.';
  throw new ScriptError('`DESCRIPTION` takes one string in double quotes.', wrong, help);
}

/** Returns the last line that contains letters in a comment, without its comment marker. */
function findHeading(comments: readonly string[]): string {
  const line = comments.findLast((comment) => /[\p{L}\p{N}]/u.test(stripMark(comment)));
  return line === undefined ? '' : stripMark(line).trim();
}

function stripMark(comment: string): string {
  return comment.replace(/^\s*(?:REM\b|['#]|\/\/)/iu, '');
}
