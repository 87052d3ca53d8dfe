/**
 * The operator of an expression: the character after its brace, `''` for simple expansion.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6570#section-2.2
 */
export type Operator = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&';

/** Rules of an operator. */
interface OperatorRule {
  /** Text before the first defined variable. */
  readonly first: string;
  /** Text between variables, and between items of an exploded list. */
  readonly separator: string;
  /** Values are written as `name=value`. */
  readonly named: boolean;
  /** Characters that a value never contains unencoded. Empty for reserved expansion, which encodes nothing reserved. */
  readonly excluded: string;
}

/** @see https://www.rfc-editor.org/rfc/rfc6570#appendix-A */
export const operatorRules: { readonly [operator in Operator]: OperatorRule } = {
  '': { first: '', separator: ',', named: false, excluded: '/?#' },
  '+': { first: '', separator: ',', named: false, excluded: '' },
  '#': { first: '#', separator: ',', named: false, excluded: '' },
  '.': { first: '.', separator: '.', named: false, excluded: '/?#' },
  '/': { first: '/', separator: '/', named: false, excluded: '/?#' },
  ';': { first: ';', separator: ';', named: true, excluded: ';/?#' },
  '?': { first: '?', separator: '&', named: true, excluded: '&#' },
  '&': { first: '&', separator: '&', named: true, excluded: '&#' },
};

/** Text outside braces. */
export interface LiteralPart {
  readonly kind: 'literal';
  readonly text: string;
  /** Offset of the part in the template, in UTF-16 code units. */
  readonly index: number;
}

/** `{…}`. */
export interface ExpressionPart {
  readonly kind: 'expression';
  readonly operator: Operator;
  /** At least one. */
  readonly variables: readonly VariableSpec[];
  readonly index: number;
}

/** One variable of an expression with its modifier. */
export interface VariableSpec {
  readonly name: string;
  /** `*`: the value is a list and every item stands for itself. */
  readonly explode: boolean;
  /** `:n`: at most this many characters (code points) of the value. */
  readonly maxLength?: number;
  readonly index: number;
}

export type TemplatePart = LiteralPart | ExpressionPart;
