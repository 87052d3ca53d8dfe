import type { UriMatcherModel, UriVariableModel } from '../model/model.js';
import { compilePattern } from './compile-pattern.js';
import { splitUriTemplate, TemplateError } from './split-uri-template.js';
import { operatorRules, type ExpressionPart, type TemplatePart } from './template-part.js';

/** Matcher of a URI template, or its first error. */
type ParsedUriTemplate =
  | {
      readonly ok: true;
      readonly matcher: UriMatcherModel;
      /** Unexpected properties of the matcher, one sentence each. */
      readonly warnings: readonly string[];
    }
  /** `index`: position in the template, in UTF-16 code units. */
  | { readonly ok: false; readonly index: number; readonly message: string };

/**
 * Parses an RFC 6570 template (levels 1 to 4) and compiles it to a {@link UriMatcherModel}. Matching rules:
 *
 * - `{var}` and the first `{+var}` are required and not empty; everything else is optional. `{x,y}` with one value is `x`.
 * - A value ends at the first occurrence of the text after it. The last `{+var}` is as long as possible instead:
 *   `{+path}/{file}` splits at the last slash.
 * - `{var}`, `{.var}` and `{/var}` contain no `/`, `?`, `#` unless encoded; `{+var}` and `{#var}` may contain anything.
 * - Values stay encoded. A list without `*` is one value with commas. A non-ASCII literal also matches its encoded form.
 * - Rejected: adjacent variables, a repeated variable, a list with `*` before the end of its expression, anything but `{&…}`
 *   after `{?…}`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6570
 */
export function parseUriTemplate(template: string): ParsedUriTemplate {
  try {
    const parts = splitUriTemplate(template);
    const queryStart = parts.findIndex((part) => part.kind === 'expression' && part.operator === '?');
    const pathParts = queryStart === -1 ? parts : parts.slice(0, queryStart);
    const queryParts = queryStart === -1 ? [] : parts.slice(queryStart);
    checkRepetition(parts);
    checkSeparators(pathParts);
    checkQuery(pathParts, queryParts);
    const query = queryParts
      .filter(isExpression)
      .flatMap(({ variables }) => variables)
      .map(({ name, explode }): UriVariableModel => (explode ? { name, separator: '' } : { name }));
    return { ok: true, matcher: { ...compilePattern(pathParts), query }, warnings: collectWarnings(pathParts) };
  } catch (error) {
    if (error instanceof TemplateError) return { ok: false, index: error.index, message: error.message };
    throw error;
  }
}

function isExpression(part: TemplatePart): part is ExpressionPart {
  return part.kind === 'expression';
}

function checkRepetition(parts: readonly TemplatePart[]): void {
  const names = new Set<string>();
  for (const { name, index } of parts.filter(isExpression).flatMap((part) => part.variables)) {
    if (names.has(name)) throw new TemplateError(index, `The variable "${name}" occurs twice.`);
    names.add(name);
  }
}

function checkSeparators(parts: readonly TemplatePart[]): void {
  for (const [position, part] of parts.entries()) {
    if (!isExpression(part)) continue;
    const { first, named } = operatorRules[part.operator];
    if (first === '' && parts[position - 1]?.kind === 'expression') {
      const message =
        'Put a character, such as "/", between this variable and the one before it: URIs cannot be matched otherwise.';
      throw new TemplateError(part.index, message);
    }
    const exploded = part.variables.slice(0, -1).find((variable) => variable.explode);
    if (exploded !== undefined && !named) {
      const message = `The list "${exploded.name}" must be the last variable of its expression: URIs cannot be matched otherwise.`;
      throw new TemplateError(exploded.index, message);
    }
  }
}

function checkQuery(pathParts: readonly TemplatePart[], [query, ...rest]: readonly TemplatePart[]): void {
  if (query === undefined) return;
  if (pathParts.some((part) => part.kind === 'literal' && part.text.includes('?'))) {
    throw new TemplateError(query.index, 'The template has a query already: continue it with "{&…}".');
  }
  const stray = rest.find((part) => !isExpression(part) || part.operator !== '&');
  if (stray) throw new TemplateError(stray.index, 'Only "{&…}" may follow "{?…}": URIs cannot be matched otherwise.');
}

function collectWarnings(pathParts: readonly TemplatePart[]): readonly string[] {
  const namesOf = (operator: string) =>
    pathParts
      .filter(isExpression)
      .filter((part) => part.operator === operator)
      .flatMap(({ variables }) => variables.map(({ name }) => name));
  return [
    ...namesOf('&').map(
      (name) =>
        `The query parameter "${name}" is matched only in the order of the template. Parameters match in any order when "{?…}" begins the query.`,
    ),
    ...namesOf('+')
      .slice(0, -1)
      .map(
        (name) =>
          `"{+${name}}" is followed by another "{+…}": its value ends at the first occurrence of the text after it in the template.`,
      ),
  ];
}
