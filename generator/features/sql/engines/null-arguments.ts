import type { SqlToken } from '../lex.js';
import { isWord, placeOf } from './check-text.js';
import type { ParameterFacts, StatementProblem } from './engine.js';

/**
 * Warns about optional arguments that are only compared: a comparison with null is never true.
 *
 * @param tokens Tokens of the text as written.
 */
export function checkNullArguments(
  tokens: readonly SqlToken[],
  parameters: ReadonlyMap<string, ParameterFacts>,
): readonly StatementProblem[] {
  const uses = new Map<string, number[]>();
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'placeholder') continue;
    const name = token.text.trim();
    uses.set(name, [...(uses.get(name) ?? []), index]);
  }
  return [...uses].flatMap(([name, indexes]) => {
    if (parameters.get(name)?.isOptional !== true) return [];
    if (!indexes.every((index) => isCompared(tokens, index))) return [];
    const token = tokens[indexes[0] ?? 0];
    const message = `\`{{${name}}}\` is optional, and a comparison with null never matches.`;
    const help = `Write \`({{${name}}} is null or …)\`, or add \`${name}\` to \`required\`.`;
    return [{ code: 'sql-null-argument', message, help, ...(token && { place: placeOf(token) }) } as const];
  });
}

const comparing = ['like', 'in', 'between', 'glob', 'regexp', 'rlike', 'match', 'any', 'all', 'some'];
const expanding = ['json_each', 'json_tree', 'json_table', 'json_contains', 'unnest'];

/** Whether a placeholder is an operand of a comparison that is not true for null. */
function isCompared(tokens: readonly SqlToken[], index: number): boolean {
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  if (isNullSafe(tokens, index)) return false;
  if (isAssigned(tokens, index)) return false;
  if (isOperator(before) || isOperator(after) || isWord(before, ...comparing) || isWord(after, ...comparing))
    return true;
  if (isWord(after, 'not') && isWord(tokens[index + 2], ...comparing)) return true;
  if (isWord(before, 'and') && isWord(betweenBefore(tokens, index), 'between')) return true;
  const call = enclosingWord(tokens, index);
  return isWord(call, ...expanding, 'in', 'any', 'all', 'some');
}

function isOperator(token: SqlToken | undefined): boolean {
  return token?.kind === 'symbol' && ['=', '<', '>'].includes(token.text);
}

/** Whether a placeholder is an operand of `is`, `is not distinct from` or `<=>`. */
function isNullSafe(tokens: readonly SqlToken[], index: number): boolean {
  const textAt = (at: number) => tokens[at]?.text.toLowerCase() ?? '';
  if (textAt(index + 1) === 'is' || textAt(index - 1) === 'is') return true;
  if (textAt(index - 1) === 'not' && textAt(index - 2) === 'is') return true;
  if (textAt(index - 1) === 'from' && textAt(index - 2) === 'distinct') return true;
  const around = (at: number) => [at, at + 1, at + 2].map(textAt).join('');
  return around(index - 3) === '<=>' || around(index + 1) === '<=>';
}

/** Whether a placeholder is assigned to a column: `set name = {{x}}`. */
function isAssigned(tokens: readonly SqlToken[], index: number): boolean {
  if (tokens[index - 1]?.text !== '=') return false;
  let start = index - 2;
  while (tokens[start - 1]?.text === '.') start -= 2;
  const before = tokens[start - 1];
  if (isWord(before, 'set', 'update')) return true;
  if (before?.text !== ',') return false;
  const depth = tokens[index]?.depth;
  const clause = tokens.slice(0, start).findLast((token) => token.depth === depth && isWord(token, ...clauses));
  return isWord(clause, 'set', 'update');
}

const clauses = ['select', 'from', 'where', 'on', 'having', 'set', 'update', 'values', 'returning', 'group', 'order'];

/** Returns the `between` to which the `and` before a placeholder belongs. */
function betweenBefore(tokens: readonly SqlToken[], index: number): SqlToken | undefined {
  const depth = tokens[index]?.depth;
  return tokens
    .slice(0, index - 1)
    .findLast((token) => token.depth === depth && isWord(token, 'between', 'and', 'or', 'where', 'on', 'having'));
}

/** Returns the word before the parenthesis around a token. */
function enclosingWord(tokens: readonly SqlToken[], index: number): SqlToken | undefined {
  const depth = tokens[index]?.depth ?? 0;
  const open = tokens.slice(0, index).findLastIndex((token) => token.depth < depth);
  return open === -1 ? undefined : tokens[open - 1];
}
