/**
 * The operator of an expression: the character after its brace, `''` for simple expansion.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6570#section-2.2
 */
export type Operator = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&';

/** Formatting rules of an operator. */
interface OperatorRule {
  /** Prefix before the first defined variable. */
  readonly first: string;
  /** Separator of variables, and of the items of an exploded list. */
  readonly separator: string;
  /** Whether values are written as `name=value`. */
  readonly named: boolean;
  /**
   * Characters that a value never contains unencoded. Empty for reserved expansion, which does not encode reserved
   * characters.
   */
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

/** Literal text outside braces. */
export interface LiteralPart {
  readonly kind: 'literal';
  readonly text: string;
  /** Offset of the part in the template, in UTF-16 code units. */
  readonly index: number;
}

/** Expression in braces: `{…}`. */
export interface ExpressionPart {
  readonly kind: 'expression';
  readonly operator: Operator;
  /** Variables of the expression, at least one. */
  readonly variables: readonly VariableSpec[];
  readonly index: number;
}

/** One variable of an expression with its modifier. */
export interface VariableSpec {
  readonly name: string;
  /** `*` modifier: the value is a list, and every item is expanded separately. */
  readonly explode: boolean;
  /** `:n` modifier: maximum number of characters (code points) of the value. */
  readonly maxLength?: number;
  readonly index: number;
}

export type TemplatePart = LiteralPart | ExpressionPart;
