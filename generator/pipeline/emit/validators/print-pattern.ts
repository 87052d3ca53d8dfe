import { _, stringify, type Code } from 'ajv';
import { _Code } from 'ajv/dist/compile/codegen/code.js';
import { buildSteps } from '../../../core/pattern/build-steps.js';
import { findSlowGrowth } from '../../../core/pattern/find-slow-pattern.js';
import { parsePattern } from '../../../core/pattern/parse-pattern.js';

/** Maximum length of texts that a slow pattern without an automaton can match, in UTF-16 code units. */
const maxLength = 25;

/**
 * Prints a slow pattern as an object with a linear-time method `test`. Returns `undefined` for a pattern that is not slow. A pattern without
 * an automaton, which is an error in definitions and is removed from OpenAPI documents, matches no long text.
 */
export function printSlowPattern({ source }: RegExp): Code | undefined {
  if (findSlowGrowth(source) === undefined) return undefined;
  const node = parsePattern(source);
  const automaton = node && buildSteps(node);
  if (automaton !== undefined) return _`${new _Code('require("match-steps").default')}(${stringify(automaton)})`;
  return _`{test: (text) => text.length <= ${maxLength} && new RegExp(${source}, "u").test(text)}`;
}
