import type { UriMatcher, UriVariable } from '../api/definition.js';

/** Variables of a URI template in a URI, percent-decoded; lists where the template has lists. */
export type UriVariables = { readonly [name: string]: string | readonly string[] };

/**
 * Matches a URI against a template. Query parameters can be in any order, and each can be missing; unknown parameters,
 * a second value for a variable that is not a list, and malformed percent-encoding do not match.
 *
 * @returns `undefined` when it does not match.
 */
export function matchUri(matcher: UriMatcher, uri: string): UriVariables | undefined {
  // A template without query variables may contain a literal query, which the pattern matches.
  const queryStart = matcher.query.length === 0 ? -1 : uri.indexOf('?');
  const groups = matcher.pattern.exec(queryStart < 0 ? uri : uri.slice(0, queryStart));
  if (groups === null) return undefined;
  const variables = new Map<string, string | readonly string[]>();
  try {
    readPath(matcher.path, groups, variables);
    if (queryStart >= 0) readQuery(matcher.query, uri.slice(queryStart + 1), variables);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
  return Object.fromEntries(variables);
}

function readPath(
  path: readonly UriVariable[],
  groups: readonly (string | undefined)[],
  variables: Map<string, string | readonly string[]>,
): void {
  path.forEach((variable, index) => {
    const raw = groups[index + 1];
    if (raw === undefined) return;
    const value = decodeValue(variable, raw);
    const existing = variables.get(variable.name);
    if (existing !== undefined && String(existing) !== String(value)) throw new URIError('Two values for one variable');
    variables.set(variable.name, value);
  });
}

function readQuery(
  query: readonly UriVariable[],
  text: string,
  variables: Map<string, string | readonly string[]>,
): void {
  const repeated = new Map<string, string[]>();
  for (const part of text.split('&')) {
    if (part === '') continue;
    const separator = part.includes('=') ? part.indexOf('=') : part.length;
    const name = decodeURIComponent(part.slice(0, separator));
    const variable = query.find((candidate) => candidate.name === name);
    if (variable === undefined) throw new URIError('Unknown query parameter');
    const raw = part.slice(separator + 1);
    if (variable.separator === '') {
      const values = repeated.get(name) ?? [];
      values.push(decodeURIComponent(raw));
      repeated.set(name, values);
    } else {
      if (variables.has(name)) throw new URIError('Two values for one variable');
      variables.set(name, decodeValue(variable, raw));
    }
  }
  for (const [name, values] of repeated) variables.set(name, values);
}

function decodeValue({ separator }: UriVariable, raw: string): string | readonly string[] {
  if (separator === undefined) return decodeURIComponent(raw);
  return raw === '' ? [] : raw.split(separator).map(decodeURIComponent);
}
