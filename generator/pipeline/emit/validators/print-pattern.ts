import { _, stringify, type Code } from 'ajv';
import { _Code } from 'ajv/dist/compile/codegen/code.js';
import { buildSteps } from '../../../core/pattern/build-steps.js';
import { findSlowGrowth } from '../../../core/pattern/find-slow-pattern.js';
import { parsePattern } from '../../../core/pattern/parse-pattern.js';

/** Maximum length of strings that are matched against a slow pattern without an automaton, in UTF-16 code units. */
const maxLength = 25;

/**
 * Prints a slow pattern as an object with a linear-time method `test`. Returns `undefined` for a pattern that is not
 * slow. A pattern without an automaton does not match long strings; such a pattern is an error in definitions and is
 * removed from OpenAPI documents.
 */
export function printSlowPattern({ source }: RegExp): Code | undefined {
  if (findSlowGrowth(source) === undefined) return undefined;
  const node = parsePattern(source);
  const automaton = node && buildSteps(node);
  if (automaton !== undefined) return _`${new _Code('require("match-steps").default')}(${stringify(automaton)})`;
  return _`{test: (text) => text.length <= ${maxLength} && new RegExp(${source}, "u").test(text)}`;
}
