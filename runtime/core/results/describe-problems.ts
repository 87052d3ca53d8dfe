import type { ValidationError } from '../api/definition.js';
import { describeKeyword, listTypes, showValue, type KeywordError } from '../../wire/describe-keyword.js';
import { valueAt } from '../../wire/value-at.js';
import { locateError, showPath, sumUpErrors } from '../../wire/sum-up-errors.js';

const shownProblems = 20;
/** Maximum number of described errors. */
const maxDescribed = 2000;

/** Keywords whose messages show no value, because they are about object keys, several values, or a rounded value. */
const valueless = new Set([
  'required',
  'additionalProperties',
  'unevaluatedProperties',
  'dependentRequired',
  'dependencies',
  'propertyNames',
  'uniqueItems',
  'exactInteger',
]);

/**
 * Describes the problems with a value, one per line: path, expectation, value. Values and names from the client are shown
 * as JSON, truncated to a readable length.
 *
 * @param root Name of the whole value in messages.
 */
export function describeProblems(
  errors: readonly ValidationError[] | null | undefined,
  value: unknown,
  root: string,
): string {
  const all = errors ?? [];
  const problems = findProblems(all.slice(0, maxDescribed), value, root === 'the result' ? 'return' : 'send');
  const lines = [...new Set(problems.map(({ segments, message }) => `- ${showPath(segments, root)}: ${message}`))];
  if (lines.length === 0) return `- ${root}: do not match the schema`;
  const rest = lines.length - shownProblems + Math.max(all.length - maxDescribed, 0);
  return rest > 0 ? [...lines.slice(0, shownProblems), `- … and ${rest} more`].join('\n') : lines.join('\n');
}

/** Cached JSON text of objects and arrays, because many problems can be about one large object. */
type ShownValues = Map<unknown, string>;

/** Problem with a value. */
export interface LocatedProblem {
  /** Path of keys and indexes to the part, including the name of a missing or forbidden property. */
  readonly segments: readonly string[];
  /** Requirement and received value. */
  readonly message: string;
}

/** Verb in advice: arguments are sent, results are returned. */
type Verb = 'send' | 'return';

/** Locates and describes the errors of a validator. */
export function findProblems(
  errors: readonly ValidationError[] | null | undefined,
  value: unknown,
  verb: Verb = 'send',
): readonly LocatedProblem[] {
  const shown: ShownValues = new Map();
  return sumUpErrors(errors ?? []).map((error) => findProblem(error, value, shown, verb));
}

function findProblem(error: KeywordError, value: unknown, shown: ShownValues, verb: Verb): LocatedProblem {
  const segments = locateError(error);
  const expectation = describeKeyword(error, showPath(segments, ''));
  const part = valueAt(value, segments);
  const came = segments.length === 0 || isValueless(error) ? '' : showCame(error, part, shown, verb);
  return { segments, message: `${expectation}${came}` };
}

function isValueless({ keyword, params, propertyName }: KeywordError): boolean {
  // The value is empty and must not be.
  const isEmpty = /^min[A-Z]/u.test(keyword) && params['limit'] === 1;
  return valueless.has(keyword) || isEmpty || propertyName !== undefined;
}

/** Shows the received value, or advice if it is a string that contains the required value. */
function showCame({ keyword, params }: KeywordError, value: unknown, shown: ShownValues, verb: Verb): string {
  const advice =
    keyword === 'type' && typeof value === 'string' ? adviseOn(value, listTypes(params['type']), verb) : undefined;
  return advice ?? `, got ${showOnce(value, shown)}`;
}

function showOnce(value: unknown, shown: ShownValues): string {
  if (typeof value !== 'object' || value === null) return showValue(value);
  const text = shown.get(value) ?? showValue(value);
  shown.set(value, text);
  return text;
}

function adviseOn(text: string, types: readonly string[], verb: Verb): string | undefined {
  const wants = (...names: readonly string[]): boolean => names.some((name) => types.includes(name));
  const isLiteral =
    (wants('integer', 'number') && /^-?(?:0|[1-9]\d{0,40})$/u.test(text)) ||
    (wants('number') && /^-?\d{1,40}\.\d{1,40}$/u.test(text)) ||
    (wants('boolean') && (text === 'true' || text === 'false'));
  if (isLiteral) return `: ${verb} ${text}, not ${JSON.stringify(text)}`;
  const isText = (wants('object') && /^\s*\{/u.test(text)) || (wants('array') && /^\s*\[/u.test(text));
  return isText ? `: ${verb} it as JSON, not as a string that contains JSON` : undefined;
}
