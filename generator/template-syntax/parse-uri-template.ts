import type { UriMatcherModel, UriVariableModel } from '../model/model.js';
import { compilePattern } from './compile-pattern.js';
import { splitUriTemplate } from './split-uri-template.js';
import { operatorRules } from './template-part.js';
import type { ExpressionPart, TemplateFault, TemplatePart, VariableSpec } from './template-part.js';

/** Matcher of a URI template, or its first error. */
export type ParsedUriTemplate =
  | {
      readonly ok: true;
      readonly matcher: UriMatcherModel;
      /** Surprising properties of the matcher, one sentence each. */
      readonly warnings: readonly string[];
    }
  | TemplateFault;

/**
 * Parses an RFC 6570 template (levels 1 to 4) and compiles it to a {@link UriMatcherModel}. Rules of matching:
 *
 * - `{var}` and the first `{+var}` are required and not empty; everything else may be left out. `{x,y}` with one value is `x`.
 * - A value ends at the first occurrence of the text after it. The last `{+var}` is as long as possible instead:
 *   `{+path}/{file}` splits at the last slash.
 * - `{var}`, `{.var}` and `{/var}` contain no `/`, `?`, `#` unless encoded; `{+var}` and `{#var}` may contain anything.
 * - Values stay encoded. A list without `*` is one value with commas. A non-ASCII literal also matches its encoded form.
 * - Refused: adjacent variables, a repeated variable, a list with `*` before the end of its expression, anything but `{&…}`
 *   after `{?…}`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6570
 */
export function parseUriTemplate(template: string): ParsedUriTemplate {
  const split = splitUriTemplate(template);
  if (!split.ok) return split;
  const queryStart = split.parts.findIndex((part) => part.kind === 'expression' && part.operator === '?');
  const pathParts = queryStart === -1 ? split.parts : split.parts.slice(0, queryStart);
  const queryParts = queryStart === -1 ? [] : split.parts.slice(queryStart);
  const fault = findDuplicate(split.parts) ?? findAmbiguity(pathParts) ?? findQueryFault(pathParts, queryParts);
  if (fault !== undefined) return fault;

  const queryVariables = queryParts.filter(isExpression).flatMap((part) => part.variables);
  const { pattern, path } = compilePattern(pathParts);
  const query = queryVariables.map(({ name, explode }): UriVariableModel =>
    explode ? { name, separator: '' } : { name },
  );
  return { ok: true, matcher: { pattern, path, query }, warnings: collectWarnings(pathParts) };
}

function isExpression(part: TemplatePart): part is ExpressionPart {
  return part.kind === 'expression';
}

function findDuplicate(parts: readonly TemplatePart[]): TemplateFault | undefined {
  const names = new Set<string>();
  for (const { name, index } of parts.filter(isExpression).flatMap((part) => part.variables)) {
    if (names.has(name)) return { ok: false, index, message: `The variable "${name}" occurs twice.` };
    names.add(name);
  }
  return undefined;
}

function findAmbiguity(parts: readonly TemplatePart[]): TemplateFault | undefined {
  for (const [position, part] of parts.entries()) {
    if (!isExpression(part)) continue;
    const { first, named } = operatorRules[part.operator];
    if (first === '' && parts[position - 1]?.kind === 'expression') {
      const message = 'Nothing separates this variable from the one before it: a URI cannot be matched.';
      return { ok: false, index: part.index, message };
    }
    const exploded = part.variables.slice(0, -1).find((variable) => variable.explode);
    if (exploded !== undefined && !named) {
      const message = `The list "${exploded.name}" must be the last variable of its expression: a URI cannot be matched.`;
      return { ok: false, index: exploded.index, message };
    }
  }
  return undefined;
}

function findQueryFault(
  pathParts: readonly TemplatePart[],
  queryParts: readonly TemplatePart[],
): TemplateFault | undefined {
  const [query, ...rest] = queryParts;
  if (query === undefined) return undefined;
  if (pathParts.some((part) => part.kind === 'literal' && part.text.includes('?'))) {
    const message = 'The template has a query already: continue it with "{&…}".';
    return { ok: false, index: query.index, message };
  }
  const stray = rest.find((part) => !isExpression(part) || part.operator !== '&');
  if (stray === undefined) return undefined;
  return { ok: false, index: stray.index, message: 'Only "{&…}" may follow "{?…}": a URI cannot be matched.' };
}

function collectWarnings(pathParts: readonly TemplatePart[]): string[] {
  const expressions = pathParts.filter(isExpression);
  const warnings = expressions
    .filter((part) => part.operator === '&')
    .flatMap((part) => part.variables)
    .map(
      ({ name }) =>
        `The query parameter "${name}" is matched only in the order of the template: only what "{?…}" starts is matched in any order.`,
    );
  const reserved = expressions.filter((part) => part.operator === '+').flatMap((part) => part.variables);
  return [...warnings, ...reserved.slice(0, -1).map(describeEarlyEnd)];
}

function describeEarlyEnd({ name }: VariableSpec): string {
  return `"{+${name}}" is not the last of its kind: its value ends at the first occurrence of what follows it in the template.`;
}
