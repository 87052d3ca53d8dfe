import { describeKeyword, joinOr, listTypes, showValue, truncate, type KeywordError } from './describe-keyword.js';

/**
 * Replaces the errors of the branches of `anyOf` and `oneOf`, of the items for `contains`, of names for `propertyNames`
 * and of `then` and `else` with the requirement of the whole keyword. Errors of such keywords have the parameter
 * `nested`: the number of preceding errors that belong to them. Other errors are kept. A remaining `type` error means
 * that the schema accepts no other type in that place.
 */
export function sumUpErrors(errors: readonly KeywordError[]): readonly KeywordError[] {
  return sumUp(errors, 0, errors.length);
}

function sumUp(errors: readonly KeywordError[], start: number, end: number): readonly KeywordError[] {
  const kept: KeywordError[][] = [];
  for (let index = end - 1; index >= start; index -= 1) {
    const error = errors[index] as KeywordError;
    const { nested, branches } = error.params;
    if (typeof nested !== 'number') {
      kept.push([error]);
      continue;
    }
    const from = Math.max(start, index - nested);
    kept.push([...replace(error, sumUp(errors, from, index), Number(branches))]);
    index = from;
  }
  return kept.toReversed().flat();
}

/** Returns the replacement of an error with nested errors. */
function replace(error: KeywordError, inner: readonly KeywordError[], branches: number): readonly KeywordError[] {
  switch (error.keyword) {
    case 'if':
      return inner.length > 0 ? inner : [error];
    case 'propertyNames': {
      const propertyName = String(error.params['propertyName']);
      return inner.length > 0 ? inner.map((one) => ({ ...one, propertyName })) : [error];
    }
    case 'anyOf':
    case 'oneOf':
      return replaceUnion(error, inner, branches);
    default:
      return [error];
  }
}

/** Maximum number of alternatives that a message describes. */
const maxAlternatives = 3;

function replaceUnion(error: KeywordError, inner: readonly KeywordError[], branches: number): readonly KeywordError[] {
  const { passingSchemas = null } = error.params;
  if (passingSchemas !== null || inner.length === 0) return [error];
  const isHere = ({ instancePath }: KeywordError): boolean => instancePath === error.instancePath;
  const types = inner.filter((one) => isHere(one) && one.keyword === 'type');
  const others = inner.filter((one) => !types.includes(one));
  const named = [...new Set(types.flatMap(({ params }) => listTypes(params['type'])))];
  if (others.length === 0) return [{ ...error, keyword: 'type', params: { type: withoutNarrower(named) } }];
  const isSimple = others.every((one) => isHere(one) && (one.keyword === 'const' || one.keyword === 'enum'));
  // All branches except one require a different type.
  if (!isSimple && types.length > 0 && types.length === branches - 1) return others;
  const parts = (isSimple ? inner : others).map((one) => describePart(one, error.instancePath));
  const alternatives = [...new Set(parts)];
  const wanted = isSimple
    ? `must be ${joinOr(alternatives.map((text) => text.replace('must be ', '')))}`
    : `must fit one of the allowed forms: ${alternatives.slice(0, maxAlternatives).join('; or ')}${alternatives.length > maxAlternatives ? '; or …' : ''}`;
  return [{ ...error, params: { wanted } }];
}

/** Removes `integer` next to `number`, because every integer is a number. */
function withoutNarrower(types: readonly string[]): readonly string[] {
  return types.includes('number') ? types.filter((type) => type !== 'integer') : types;
}

function describePart(error: KeywordError, above: string): string {
  const segments = locateError(error).slice(above.split('/').length - 1);
  const text = describeKeyword(error);
  return segments.length === 0 ? text : `${showPath(segments, '')} ${text}`;
}

/** Returns the path of an error, including the name of a missing or forbidden property. */
export function locateError({ instancePath, params, propertyName }: KeywordError): readonly string[] {
  const segments = instancePath.split('/').slice(1).map(unescapeSegment);
  const key = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  return typeof key === 'string' && propertyName === undefined ? [...segments, key] : segments;
}

function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Prints a path in JavaScript syntax: `items[0].name`. */
export function showPath(segments: readonly string[], root: string): string {
  if (segments.length === 0) return root;
  return segments.map((segment, index) => showSegment(segment, index === 0)).join('');
}

function showSegment(segment: string, isFirst: boolean): string {
  if (/^\d+$/.test(segment)) return `[${truncate(segment)}]`;
  if (!/^[\w$-]{1,80}$/.test(segment)) return `[${showValue(segment)}]`;
  return isFirst ? segment : `.${segment}`;
}
