import { buildSteps } from '../../../core/pattern/build-steps.js';
import { findSlowGrowth } from '../../../core/pattern/find-slow-pattern.js';
import { matchSteps } from '../../../core/pattern/match-steps.js';
import { parsePattern } from '../../../core/pattern/parse-pattern.js';
import type { WorkBudget } from './work-budget.js';

/** Returns whether a pattern matches a string. */
export type TextMatcher = (text: string, budget: WorkBudget) => boolean;

/** Maximum number of characters in a pattern. Longer patterns match nothing. */
const maxPattern = 1_000;

/**
 * Compiles the pattern of `match()` or `search()`. V8 runs patterns that take linear time; an automaton runs the
 * others.
 *
 * @param isWhole Whether the pattern must match the whole string (`match`) or a part of it (`search`).
 * @returns `undefined` for an invalid regular expression, and for a regular expression that neither V8 nor the automaton can run.
 * @see https://www.rfc-editor.org/rfc/rfc9485#name-ecmascript-regexps
 */
export function compileMatcher(pattern: string, isWhole: boolean, budget: WorkBudget): TextMatcher | undefined {
  budget.spend(compileCost);
  if (pattern.length > maxPattern) return undefined;
  const mapped = mapDots(pattern);
  const source = isWhole ? `^(?:${mapped})$` : mapped;
  const node = parsePattern(source);
  const steps = node && buildSteps(node);
  if (steps === undefined || steps.steps.some(({ kind }) => kind === 'look')) return undefined;
  if (findSlowGrowth(source) !== undefined) {
    return (text, matching) => matchSteps(steps, text, (count) => matching.spend(count));
  }
  const expression = new RegExp(source, 'u');
  return (text, matching) => {
    matching.spendText(text);
    return expression.test(text);
  };
}

/** Number of steps that compiling a pattern counts as. */
const compileCost = 50_000;

/** Replaces `.` outside of character classes, because here it matches everything except `\n` and `\r`. */
function mapDots(pattern: string): string {
  let mapped = '';
  let isInClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === '[') isInClass = true;
    if (character === ']') isInClass = false;
    if (character === '\\') mapped += character + pattern.charAt(++at);
    else mapped += character === '.' && !isInClass ? String.raw`[^\n\r]` : character;
  }
  return mapped;
}
