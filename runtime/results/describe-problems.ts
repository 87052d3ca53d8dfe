import type { ValidationError } from '../api/definition.js';
import { isJsonObject, valueAt } from '../protocol/json-object.js';

const shownProblems = 20;
const shownCharacters = 80;
/** Most errors that are described: validators of trees report any number. */
const maxDescribed = 500;

/** Keywords about the keys of an object, or about a value that is rounded already: their message shows no value. */
const valueless = new Set([
  'required',
  'additionalProperties',
  'unevaluatedProperties',
  'dependentRequired',
  'if',
  'exactInteger',
]);

/**
 * Describes the problems of a value, one per line: path, expectation, value. Values and names of the
 * client are shown as JSON, cut to a readable length.
 *
 * @param root Name of the value itself.
 */
export function describeProblems(
  errors: readonly ValidationError[] | null | undefined,
  value: unknown,
  root: string,
): string {
  const all = errors ?? [];
  const shown: ShownValues = new Map();
  const lines = [...new Set(all.slice(0, maxDescribed).map((error) => describe(error, value, root, shown)))];
  if (lines.length === 0) return `- ${root}: do not fit the schema`;
  const rest = lines.length - shownProblems + Math.max(all.length - maxDescribed, 0);
  return rest > 0 ? [...lines.slice(0, shownProblems), `- … and ${rest} more`].join('\n') : lines.join('\n');
}

/** A value as JSON, cut to about 80 characters. */
function showValue(value: unknown): string {
  let json: string;
  try {
    json = JSON.stringify(takeBeginning(value)) ?? String(value);
  } catch {
    json = '(a value that cannot be shown)';
  }
  return shorten(json);
}

/** The parts of a value that the beginning of its JSON text shows: the rest of a long value is not written. */
function takeBeginning(value: unknown): unknown {
  let left = shownCharacters;
  const take = (part: unknown): unknown => {
    left -= 1;
    if (typeof part === 'string') return part.slice(0, shownCharacters);
    if (!isJsonObject(part)) return Array.isArray(part) ? part.slice(0, Math.max(left, 0)).map(take) : part;
    const keys = Object.keys(part).slice(0, Math.max(left, 0));
    return Object.fromEntries(keys.map((key) => [key.slice(0, shownCharacters), left < 0 ? null : take(part[key])]));
  };
  return take(value);
}

/** Texts of objects and arrays that were shown before: many problems may be those of one large object. */
type ShownValues = Map<unknown, string>;

function showOnce(value: unknown, shown: ShownValues): string {
  if (typeof value !== 'object' || value === null) return showValue(value);
  const known = shown.get(value) ?? showValue(value);
  shown.set(value, known);
  return known;
}

function shorten(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters - 1)}…` : text;
}

function describe(error: ValidationError, value: unknown, root: string, shown: ShownValues): string {
  const { segments, message } = findProblem(error, value, shown);
  return `- ${showPath(segments, root)}: ${message}`;
}

/** A problem of a value. */
export interface LocatedProblem {
  /** Keys and positions that lead to the part; the name of a missing or forbidden property is the last one. */
  readonly segments: readonly string[];
  /** Expectation, and the value that came. */
  readonly message: string;
}

/** Locates and describes one error of a validator. */
export function findProblem(error: ValidationError, value: unknown, shown: ShownValues = new Map()): LocatedProblem {
  const { keyword, params, instancePath } = error;
  const segments = instancePath.split('/').slice(1).map(unescapeSegment);
  const came =
    segments.length === 0 || valueless.has(keyword) ? '' : `, got ${showOnce(valueAt(value, segments), shown)}`;
  const key = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  const named = keyword !== 'dependentRequired' && typeof key === 'string' ? [...segments, key] : segments;
  return { segments: named, message: `${expectation(error)}${came}` };
}

function expectation({ keyword, params, message }: ValidationError): string {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not allowed';
    case 'enum':
      return Array.isArray(params['allowedValues'])
        ? `must be one of ${params['allowedValues'].map(showValue).join(', ')}`
        : 'must be one of the allowed values';
    case 'const':
      return `must be ${showValue(params['allowedValue'])}`;
    default:
      return message ?? `does not satisfy "${keyword}"`;
  }
}

function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function showPath(segments: readonly string[], root: string): string {
  if (segments.length === 0) return root;
  return segments.map((segment, index) => showSegment(segment, index === 0)).join('');
}

function showSegment(segment: string, isFirst: boolean): string {
  if (/^\d+$/.test(segment)) return `[${shorten(segment)}]`;
  if (!/^[\w$-]{1,80}$/.test(segment)) return `[${showValue(segment)}]`;
  return isFirst ? segment : `.${segment}`;
}
