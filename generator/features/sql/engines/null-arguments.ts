import { isSymbol, isWord, placeOf, type SqlToken } from '../lex.js';
import type { ParameterFacts, StatementProblem } from './engine.js';
import { closing } from './expressions.js';

/**
 * Warns about optional arguments that are only compared: a comparison with null is never true.
 *
 * @param tokens Tokens of the text as written.
 */
export function checkNullArguments(
  tokens: readonly SqlToken[],
  parameters: ReadonlyMap<string, ParameterFacts>,
): readonly StatementProblem[] {
  const uses = tokens.flatMap((token, index) =>
    token.kind === 'placeholder' ? [{ name: token.text.trim(), token, use: findUse(tokens, index) }] : [],
  );
  return [...new Set(uses.map(({ name }) => name))].flatMap((name) => {
    const own = uses.filter((use) => use.name === name);
    const compared = own.find(({ use }) => use === 'compared');
    if (parameters.get(name)?.isOptional !== true || !compared || own.some(({ use }) => use === 'null-safe')) return [];
    const message = `\`{{${name}}}\` is optional, and a comparison with null never matches.`;
    const help = `Write \`({{${name}}} is null or …)\`, or add \`${name}\` to \`required\`.`;
    return [{ code: 'sql-null-argument', message, help, place: placeOf(compared.token) } as const];
  });
}

type Use = 'compared' | 'null-safe' | 'other';

/** Words that begin a clause whose conditions select rows. */
const conditions = ['where', 'on', 'having'];
const clauses =
  'select set update values from returning group order limit offset fetch window using do then else when case'.split(
    ' ',
  );
/** Functions that return something else than null for null. */
const nullSafe =
  /^(?:coalesce|ifnull|isnull|nvl|if|iif|num_nonnulls|num_nulls|concat|concat_ws|format|jsonb?_build_\w+|greatest|least)$/u;
/** Functions that return the items of an array; none for null. */
const expanding = ['json_each', 'json_tree', 'json_table', 'json_contains'];

/** Finds how a statement uses a placeholder. */
function findUse(tokens: readonly SqlToken[], index: number): Use {
  const [first, last] = findOperand(tokens, index);
  const [before, after] = [tokens[first - 1], tokens[last + 1]];
  if (isWord(after, 'is', 'isnull', 'notnull') || isWord(before, 'is')) return 'null-safe';
  if (isWord(before, 'not') && isWord(tokens[first - 2], 'is')) return 'null-safe';
  if (isDistinctFrom(tokens, first - 1)) return 'null-safe';
  // In PostgreSQL, `<=>` is one token, and another operator.
  const textAt = (start: number) => tokens.slice(Math.max(0, start), start + 3).map(({ text }) => text);
  const isEqual = [first - 3, last + 1].some((start) => textAt(start).join(' ') === '< = >');
  return isEqual ? 'null-safe' : findContext(tokens, first);
}

/** Returns the range of the tokens of a placeholder with its casts and parentheses. */
function findOperand(tokens: readonly SqlToken[], index: number): readonly [first: number, last: number] {
  let [first, last] = [index, index];
  for (;;) {
    const [before, after] = [tokens[first - 1], tokens[last + 1]];
    if (isSymbol(after, '::')) {
      last = endOfType(tokens, last + 2);
    } else if (isSymbol(before, '(') && isSymbol(after, ')') && !isCall(tokens, first - 1)) {
      [first, last] = [first - 1, last + 1];
    } else if (isSymbol(before, '(') && isWord(tokens[first - 2], 'cast') && isWord(after, 'as')) {
      const close = closing(tokens, first - 1);
      if (close < 0) return [first, last];
      [first, last] = [first - 2, close];
    } else {
      return [first, last];
    }
  }
}

/** Returns the index of the last token of a type, such as `public.t[]` or `numeric(14, 2)`. */
function endOfType(tokens: readonly SqlToken[], start: number): number {
  let last = start;
  while (isSymbol(tokens[last + 1], '.')) last += 2;
  while (isSymbol(tokens[last + 1], '(', '[')) {
    const close = closing(tokens, last + 1);
    if (close < 0) return last;
    last = close;
  }
  return last;
}

/** Whether a parenthesis contains the arguments of a function. */
function isCall(tokens: readonly SqlToken[], index: number): boolean {
  const before = tokens[index - 1];
  return before?.kind === 'name' || (before?.kind === 'word' && !isWord(before, ...notFunctions));
}

const notFunctions =
  'and or xor not in any some all where on having when then else like ilike rlike glob regexp match between select from values set is as over filter using exists by limit offset returning to similar case distinct'.split(
    ' ',
  );

/** Finds the clause of an operand. Conditions inside of function calls are left to the function. */
function findContext(tokens: readonly SqlToken[], index: number): Use {
  let depth = tokens[index]?.depth ?? 0;
  for (let at = index - 1; at >= 0; at--) {
    const token = tokens[at];
    if (!token || token.depth > depth) continue;
    if (isSymbol(token, '(') && token.depth < depth) {
      depth = token.depth;
      if (!isCall(tokens, at)) continue;
      if (isWord(tokens[at - 1], ...expanding)) return 'compared';
      return nullSafe.test(tokens[at - 1]?.text.toLowerCase() ?? '') ? 'null-safe' : 'other';
    }
    if (isWord(token, ...conditions)) return 'compared';
    if (isWord(token, ...clauses) && !isDistinctFrom(tokens, at)) return 'other';
  }
  return 'other';
}

function isDistinctFrom(tokens: readonly SqlToken[], index: number): boolean {
  return isWord(tokens[index], 'from') && isWord(tokens[index - 1], 'distinct');
}
