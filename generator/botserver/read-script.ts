import { createDiagnostic, type DiagnosticDetails } from '../diagnostics/create-diagnostic.js';
import type { DiagnosticCode } from '../diagnostics/catalogue.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import { findBlock, isBlockEnd, type Block } from './script-block.js';
import { parseParameter } from './parse-parameter.js';
import type { DescriptionLine, ParameterLine, Script } from './script.js';
import type { ScriptFault } from './script-token.js';
import { readHead } from './read-head.js';
import { tokenizeLine } from './tokenize-line.js';

/** A script, and what is wrong with its declarations. */
export interface ReadScript {
  readonly script: Script;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the declarations of a script: `PARAM` lines before its code, and one `DESCRIPTION`. What stands in a block
 * (`BEGIN TALK … END TALK`, `SUB … END SUB`) declares nothing. Never throws.
 */
export function readScript(file: string, text: string): ReadScript {
  const reader = new ScriptReader(file);
  for (const line of text.split('\n')) reader.readLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  return reader.finish();
}

/** `PARAM` lines that a script may have. */
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
    const script = { ...(this.description && { description: this.description }), parameters: this.parameters, body };
    return { script, diagnostics: this.diagnostics };
  }

  private readParameter(text: string): void {
    this.declared++;
    if (this.declared > maximalParameters) {
      if (this.declared > maximalParameters + 1) return;
      const message = `More than ${maximalParameters} parameters.`;
      this.report('too-large', this.locate(0, text.length), message);
      return;
    }
    const { tokens, fault } = tokenizeLine(text);
    const result = fault ? { fault } : parseParameter(tokens);
    if ('fault' in result) {
      this.reportFault(result.fault);
      return;
    }
    const { name } = result.parameter;
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
    if (!this.hasCode) this.parameters.push({ parsed: result.parameter, line: this.line });
    else this.report('ignored-declaration', location, 'A parameter that is declared after the first code is ignored.');
  }

  private readDescription(text: string): void {
    const { tokens, fault } = tokenizeLine(text);
    const [keyword, description, more] = tokens;
    if (fault ?? (description?.kind !== 'text' || more)) {
      const { start, end } = (description?.kind === 'text' ? more : description) ?? keyword ?? { start: 0, end: 1 };
      const help = 'Write `DESCRIPTION "what the tool does"`.';
      const message = '`DESCRIPTION` takes one text between double quotes.';
      this.reportFault(fault ?? { message, help, start, end });
      // It is broken, but not missing.
      this.description ??= { text, location: this.locate(0, text.length) };
    } else if (this.description) {
      const related = [{ message: 'first here', location: this.description.location }];
      const help = 'Give every tool a file of its own.';
      const message = 'A second `DESCRIPTION`: a script is one tool.';
      this.report('several-tools', this.locate(description.start, description.end), message, { help, related });
    } else {
      this.description = { text: description.value, location: this.locate(description.start, description.end) };
    }
  }

  private reportFault({ message, help, start, end }: ScriptFault): void {
    this.report('syntax', this.locate(start, end), message, { help });
  }

  private report(code: DiagnosticCode, place: SourceLocation, message: string, details?: DiagnosticDetails): void {
    this.diagnostics.push(createDiagnostic(code, place, message, details));
  }

  private locate(start: number, end: number): SourceLocation {
    return { file: this.file, line: this.line, column: start + 1, length: Math.max(1, end - start) };
  }
}
