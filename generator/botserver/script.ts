import type { SourceLocation } from '../diagnostics/diagnostic.js';
import type { ParsedParameter } from './parse-parameter.js';

/** What a script declares, and the rest of it. */
export interface Script {
  /** The text of its `DESCRIPTION`. */
  readonly description?: DescriptionLine;
  readonly parameters: readonly ParameterLine[];
  /** All other lines, without blank ones at both ends. */
  readonly body: string;
}

/** Where a script says what it is for. */
export interface DescriptionLine {
  readonly text: string;
  readonly location: SourceLocation;
}

/** A `PARAM` line and its number, counted from 1. */
export interface ParameterLine {
  readonly parsed: ParsedParameter;
  readonly line: number;
}
