import type { UriMatcherModel, UriVariableModel } from '../model/model.js';
import { compilePattern } from './compile-pattern.js';
import { splitUriTemplate, TemplateError } from './split-uri-template.js';
import { operatorRules, type ExpressionPart, type TemplatePart } from './template-part.js';

/** Matcher of a URI template, or its first error. */
type ParsedUriTemplate =
  | {
      readonly ok: true;
      readonly matcher: UriMatcherModel;
      /** Surprising properties of the matcher, one sentence each. */
      readonly warnings: readonly string[];
    }
  /** Error in the template. `index`: its position in UTF-16 code units. */
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
    if (names.has(name)) throw new TemplateError(index, `Duplicate variable "${name}".`);
    names.add(name);
  }
}

function checkSeparators(parts: readonly TemplatePart[]): void {
  for (const [position, part] of parts.entries()) {
    if (!isExpression(part)) continue;
    const { first, named } = operatorRules[part.operator];
    if (first === '' && parts[position - 1]?.kind === 'expression') {
      const message =
        'Separate this variable from the previous one with a character, such as "/". Otherwise, URIs cannot be matched.';
      throw new TemplateError(part.index, message);
    }
    const exploded = part.variables.slice(0, -1).find((variable) => variable.explode);
    if (exploded !== undefined && !named) {
      const message = `The list "${exploded.name}" must be the last variable of its expression. Otherwise, URIs cannot be matched.`;
      throw new TemplateError(exploded.index, message);
    }
  }
}

function checkQuery(pathParts: readonly TemplatePart[], [query, ...rest]: readonly TemplatePart[]): void {
  if (query === undefined) return;
  if (pathParts.some((part) => part.kind === 'literal' && part.text.includes('?'))) {
    throw new TemplateError(query.index, 'The template already has a query. Continue it with "{&…}".');
  }
  const stray = rest.find((part) => !isExpression(part) || part.operator !== '&');
  if (stray) throw new TemplateError(stray.index, 'Only "{&…}" can follow "{?…}". Otherwise, URIs cannot be matched.');
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
        `The query parameter "${name}" is matched only in the order in which the template lists it. To match parameters in any order, begin the query with "{?…}".`,
    ),
    ...namesOf('+')
      .slice(0, -1)
      .map(
        (name) =>
          `Another "{+…}" follows "{+${name}}", so its value ends at the first occurrence of the literal text after it.`,
      ),
  ];
}
