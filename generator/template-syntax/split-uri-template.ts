import type {
  ExpressionPart,
  LiteralPart,
  Operator,
  TemplateFault,
  TemplatePart,
  VariableSpec,
} from './template-part.js';

type Split<Part> = { readonly ok: true; readonly part: Part } | TemplateFault;

const reservedOperators = '=,!@|';
const operatorCharacters = '+#./;?&';
const variableName = /^(?:\w|%[0-9A-Fa-f]{2})(?:\.?(?:\w|%[0-9A-Fa-f]{2}))*$/;
const prefixLength = /^[1-9]\d{0,3}$/;
/** Controls, space and what RFC 6570 excludes; `%` only as part of an encoded byte; no half of a surrogate pair. */
const badLiteral = /[\p{Cc} "<>\\^`|\u2028\u2029]|%(?![0-9A-Fa-f]{2})|\p{Surrogate}/u;

/**
 * Splits a template into literals and expressions, in order. Stops at the first syntax error.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6570#section-2
 */
export function splitUriTemplate(
  template: string,
): { readonly ok: true; readonly parts: readonly TemplatePart[] } | TemplateFault {
  const parts: TemplatePart[] = [];
  let index = 0;
  while (index < template.length) {
    const isExpression = template[index] === '{';
    const end = isExpression ? template.indexOf('}', index) + 1 : findBrace(template, index);
    if (end === 0) return { ok: false, index, message: 'This brace is never closed.' };
    const text = template.slice(index, end);
    const split = isExpression ? parseExpression(text, index) : parseLiteral(text, index);
    if (!split.ok) return split;
    parts.push(split.part);
    index = end;
  }
  return { ok: true, parts };
}

function findBrace(template: string, index: number): number {
  const brace = template.indexOf('{', index);
  return brace === -1 ? template.length : brace;
}

function parseLiteral(text: string, index: number): Split<LiteralPart> {
  const brace = text.indexOf('}');
  if (brace !== -1) return { ok: false, index: index + brace, message: 'This brace closes nothing.' };
  const bad = badLiteral.exec(text);
  if (bad === null) return { ok: true, part: { kind: 'literal', text, index } };
  const message = `The character ${JSON.stringify(bad[0])} must be percent-encoded in a URI template.`;
  return { ok: false, index: index + bad.index, message };
}

function parseExpression(text: string, index: number): Split<ExpressionPart> {
  const nested = text.indexOf('{', 1);
  if (nested !== -1) return { ok: false, index: index + nested, message: 'A brace inside an expression.' };
  if (text === '{}') return { ok: false, index, message: 'The expression is empty.' };
  const sign = text.charAt(1);
  if (reservedOperators.includes(sign)) {
    return { ok: false, index: index + 1, message: `The operator "${sign}" has no meaning in RFC 6570.` };
  }
  const operator = operatorCharacters.includes(sign) ? (sign as Operator) : '';
  const variables: VariableSpec[] = [];
  let at = index + 1 + operator.length;
  for (const spec of text.slice(1 + operator.length, -1).split(',')) {
    const split = parseVariable(spec, at);
    if (!split.ok) return split;
    variables.push(split.part);
    at += spec.length + 1;
  }
  return { ok: true, part: { kind: 'expression', operator, variables, index } };
}

function parseVariable(spec: string, index: number): Split<VariableSpec> {
  const explode = spec.endsWith('*');
  const [name = '', length, ...rest] = (explode ? spec.slice(0, -1) : spec).split(':');
  if (name === '') return { ok: false, index, message: 'A variable name is missing.' };
  if (!variableName.test(name)) {
    const message = `${JSON.stringify(name)} is not a variable name: letters, digits and "_", parts joined by ".".`;
    return { ok: false, index, message };
  }
  if (length === undefined) return { ok: true, part: { name, explode, index } };
  const lengthIndex = index + name.length;
  if (explode) return { ok: false, index: lengthIndex, message: 'A variable has either a prefix length or "*".' };
  if (rest.length > 0 || !prefixLength.test(length)) {
    return { ok: false, index: lengthIndex, message: 'A prefix length is a number from 1 to 9999.' };
  }
  return { ok: true, part: { name, explode, maxLength: Number(length), index } };
}
