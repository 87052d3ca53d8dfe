import type { ExpressionPart, LiteralPart, Operator, TemplatePart, VariableSpec } from './template-part.js';

/** Thrown if a URI template is invalid or cannot be matched. */
export class TemplateError extends Error {
  /** Position in the template, in UTF-16 code units. */
  readonly index: number;

  /** @param message One sentence that does not mention the position. */
  constructor(index: number, message: string) {
    super(message);
    this.index = index;
  }
}

const reservedOperators = '=,!@|';
const operatorCharacters = '+#./;?&';
const variableName = /^(?:\w|%[0-9A-Fa-f]{2})(?:\.?(?:\w|%[0-9A-Fa-f]{2}))*$/;
const prefixLength = /^[1-9]\d{0,3}$/;
/** Control characters, spaces, characters that RFC 6570 excludes, `%` outside an encoded byte, and lone surrogates. */
const badLiteral = /[\p{Cc} "<>\\^`|\u2028\u2029]|%(?![0-9A-Fa-f]{2})|\p{Surrogate}/u;

/**
 * Splits a template into literals and expressions, in order.
 *
 * @throws {TemplateError} at the first syntax error.
 * @see https://www.rfc-editor.org/rfc/rfc6570#section-2
 */
export function splitUriTemplate(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  for (let index = 0, end = 0; index < template.length; index = end) {
    const isExpression = template[index] === '{';
    const brace = template.indexOf(isExpression ? '}' : '{', index);
    if (isExpression && brace === -1)
      throw new TemplateError(index, 'The closing brace of this expression is missing.');
    end = brace === -1 ? template.length : brace + (isExpression ? 1 : 0);
    const text = template.slice(index, end);
    parts.push(isExpression ? parseExpression(text, index) : parseLiteral(text, index));
  }
  return parts;
}

function parseLiteral(text: string, index: number): LiteralPart {
  const brace = text.indexOf('}');
  if (brace !== -1) throw new TemplateError(index + brace, 'This closing brace has no opening brace.');
  const bad = badLiteral.exec(text);
  if (bad === null) return { kind: 'literal', text, index };
  const message = `The character ${JSON.stringify(bad[0])} must be percent-encoded in a URI template.`;
  throw new TemplateError(index + bad.index, message);
}

function parseExpression(text: string, index: number): ExpressionPart {
  const nested = text.indexOf('{', 1);
  if (nested !== -1)
    throw new TemplateError(
      index + nested,
      'Unexpected brace inside an expression. A variable has one brace on each side, as in "{id}".',
    );
  if (text === '{}') throw new TemplateError(index, 'The expression is empty.');
  const sign = text.charAt(1);
  if (reservedOperators.includes(sign)) {
    throw new TemplateError(index + 1, `The operator "${sign}" is not defined in RFC 6570.`);
  }
  const operator = operatorCharacters.includes(sign) ? (sign as Operator) : '';
  let at = index + 1 + operator.length;
  const specs = text.slice(1 + operator.length, -1).split(',');
  const variables = specs.map((spec) => {
    const variable = parseVariable(spec, at);
    at += spec.length + 1;
    return variable;
  });
  return { kind: 'expression', operator, variables, index };
}

function parseVariable(spec: string, index: number): VariableSpec {
  const explode = spec.endsWith('*');
  const [name = '', length, ...rest] = (explode ? spec.slice(0, -1) : spec).split(':');
  if (name === '') throw new TemplateError(index, 'A variable name is missing.');
  if (!variableName.test(name)) {
    const message = `${JSON.stringify(name)} is not a valid variable name. Use letters, digits, "_", and "." between parts.`;
    throw new TemplateError(index, message);
  }
  if (length === undefined) return { name, explode, index };
  const lengthIndex = index + name.length;
  if (explode) throw new TemplateError(lengthIndex, 'A variable can have a prefix length or "*", not both.');
  if (rest.length > 0 || !prefixLength.test(length)) {
    throw new TemplateError(lengthIndex, 'A prefix length must be a number from 1 to 9999.');
  }
  return { name, explode, maxLength: Number(length), index };
}
