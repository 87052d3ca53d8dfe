import { isWord, type SqlToken } from '../../lex.js';
import type { ColumnKind } from '../engine.js';
import { isCall, withoutAlias } from '../expressions.js';
import type { SelectItem } from '../select-items.js';

/** Known facts about an expression. */
export interface ExpressionKind {
  readonly kind: ColumnKind;
  readonly isNullable: boolean;
}

/**
 * Returns the kind of the values in a column with a declared type. SQLite does not enforce it, except in strict tables;
 * the rules are those of its type affinity, with the types that other databases have.
 */
export function kindOfDeclared(declared: string | null): ColumnKind {
  const type = (declared ?? '').toUpperCase();
  if (type.startsWith('BOOL')) return 'boolean';
  if (type.startsWith('JSON')) return 'json';
  if (/INT/u.test(type)) return 'integer';
  if (/CHAR|CLOB|TEXT|^UUID/u.test(type)) return 'text';
  if (/BLOB/u.test(type)) return 'bytes';
  if (/REAL|FLOA|DOUB|^DEC|^NUM/u.test(type)) return 'number';
  // Dates are texts in some databases, and numbers in others.
  return 'any';
}

/** Returns the kind of an expression in a select list, if its form shows it. */
export function kindOfExpression(item: SelectItem): ExpressionKind {
  const tokens = withoutAlias(item ?? []);
  const [first, second] = tokens;
  if (first === undefined) return unknown;
  if (tokens.length === 1) return kindOfLiteral(first);
  if (isWord(first, 'not') && isWord(second, 'exists') && isCall(tokens.slice(1))) return flag;
  if (!isCall(tokens)) return kindOfComparison(tokens) ?? unknown;
  if (isWord(first, 'cast')) return { kind: kindOfCast(tokens), isNullable: true };
  return functions.get(first.text.toLowerCase()) ?? unknown;
}

const unknown: ExpressionKind = { kind: 'any', isNullable: true };
const flag: ExpressionKind = { kind: 'boolean', isNullable: false };

const functions: ReadonlyMap<string, ExpressionKind> = new Map([
  ['count', { kind: 'integer', isNullable: false }],
  ['row_number', { kind: 'integer', isNullable: false }],
  ['rank', { kind: 'integer', isNullable: false }],
  ['dense_rank', { kind: 'integer', isNullable: false }],
  ['changes', { kind: 'integer', isNullable: false }],
  ['exists', flag],
  ['total', { kind: 'number', isNullable: false }],
  ['sum', { kind: 'number', isNullable: true }],
  ['avg', { kind: 'number', isNullable: true }],
  ['round', { kind: 'number', isNullable: true }],
  ['julianday', { kind: 'number', isNullable: true }],
  ['length', { kind: 'integer', isNullable: true }],
  ['instr', { kind: 'integer', isNullable: true }],
  ['unixepoch', { kind: 'integer', isNullable: true }],
  ...['upper', 'lower', 'group_concat', 'string_agg', 'date', 'time', 'datetime', 'strftime', 'printf', 'format'].map(
    (name): [string, ExpressionKind] => [name, { kind: 'text', isNullable: true }],
  ),
]);

function kindOfLiteral({ kind, text }: SqlToken): ExpressionKind {
  if (kind === 'string') return { kind: 'text', isNullable: false };
  if (kind !== 'number') return unknown;
  return { kind: /^(?:\d{1,15}|0x[\da-f]{1,12})$/iu.test(text) ? 'integer' : 'number', isNullable: false };
}

/**
 * Returns the kind of a comparison; `undefined` for other expressions. No operator that binds less, other than `and`,
 * `or` and `not`, may be outside of parentheses, and none that is written alike.
 */
function kindOfComparison(tokens: readonly SqlToken[]): ExpressionKind | undefined {
  const depth = tokens[0]?.depth ?? 0;
  const outer = tokens.filter((token) => token.depth === depth);
  if (outer.some((token) => isWord(token, 'case', 'collate'))) return undefined;
  const isTest = isWord(outer.at(-1), 'null') && isWord(outer.at(isWord(outer.at(-2), 'not') ? -3 : -2), 'is');
  if (isTest) return { ...flag, isNullable: outer.some((token) => isWord(token, 'and', 'or')) };
  const operators = outer.filter((token) => token.kind === 'symbol' && /[=<>|&~-]/u.test(token.text));
  const operator = operators.map(({ text }) => text).join('');
  const isTogether = operators.every(({ start }, index) => start === (operators[0]?.start ?? 0) + index);
  return isTogether && comparisons.has(operator) ? { ...flag, isNullable: true } : undefined;
}

const comparisons: ReadonlySet<string> = new Set(['=', '==', '<', '>', '<=', '>=', '<>']);

function kindOfCast(tokens: readonly SqlToken[]): ColumnKind {
  const index = tokens.findLastIndex((token) => isWord(token, 'as'));
  const type = tokens.slice(index + 1, -1).map(({ text }) => text);
  const kind = kindOfDeclared(type.join(' '));
  // Other types convert to a number, or not at all.
  return ['integer', 'text', 'bytes'].includes(kind) || /^(?:REAL|FLOA|DOUB)/iu.test(type.join(' ')) ? kind : 'any';
}
