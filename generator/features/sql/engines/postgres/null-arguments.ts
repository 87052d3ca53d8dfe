import type { ParameterFacts, StatementProblem } from '../engine.js';
import { nameOf, type Token } from './tokens.js';

/**
 * Warns about optional arguments that are only compared: a comparison with null matches no row.
 * @param tokens Tokens of the statement, with its placeholders.
 */
export function findNullArguments(
  tokens: readonly Token[],
  placeholderNames: ReadonlyMap<number, string>,
  parameters: ReadonlyMap<string, ParameterFacts>,
): readonly StatementProblem[] {
  const uses = tokens.flatMap((token, index) => {
    const name = token.kind === 'placeholder' ? placeholderNames.get(token.start) : undefined;
    return name === undefined ? [] : [{ name, token, use: findUse(tokens, index) }];
  });
  return [...new Set(uses.map(({ name }) => name))].flatMap((name) => {
    const own = uses.filter((use) => use.name === name);
    const compared = own.find(({ use }) => use === 'compared');
    if (parameters.get(name)?.isOptional !== true || !compared || own.some(({ use }) => use === 'null-safe')) return [];
    const { start, end } = compared.token;
    return [
      {
        code: 'sql-null-argument',
        message: `\`{{${name}}}\` is optional, and a comparison with null never matches.`,
        help: `Write \`({{${name}}} is null or …)\`, or make the argument required.`,
        place: { offset: start, length: end - start },
      },
    ];
  });
}

/** Words that begin a clause whose conditions select rows. */
const conditions: ReadonlySet<string> = new Set(['where', 'on', 'having']);
const clauses = /^(?:select|set|values|from|returning|group|order|limit|offset|fetch|window|using|do|then|else)$/u;
/** Functions that return something else than null for null. */
const nullSafe = /^(?:coalesce|num_nonnulls|num_nulls|concat|concat_ws|format|jsonb?_build_\w+|greatest|least)$/u;

/** Finds how a statement uses a placeholder. */
function findUse(tokens: readonly Token[], index: number): 'compared' | 'null-safe' | 'other' {
  const [first, last] = findOperand(tokens, index);
  const before = tokens[first - 1];
  const after = tokens.slice(last + 1, last + 4).map(({ text }) => text);
  if (/^(?:isnull|notnull)$/u.test(after[0] ?? '')) return 'null-safe';
  if (
    after[0] === 'is' &&
    /^(?:null|distinct|true|false|unknown)$/u.test((after[1] === 'not' ? after[2] : after[1]) ?? '')
  )
    return 'null-safe';
  const isDistinct = before?.text === 'from' && tokens[first - 2]?.text === 'distinct';
  if (isDistinct) return 'null-safe';
  return findContext(tokens, first);
}

/** Returns the range of the tokens of a placeholder with its casts and parentheses. */
function findOperand(tokens: readonly Token[], index: number): readonly [first: number, last: number] {
  let [first, last] = [index, index];
  for (;;) {
    const [before, after] = [tokens[first - 1], tokens[last + 1]];
    if (after?.text === '::') {
      last = endOfType(tokens, last + 2);
    } else if (before?.text === '(' && after?.text === ')' && !isCall(tokens, first - 1)) {
      [first, last] = [first - 1, last + 1];
    } else if (before?.text === '(' && tokens[first - 2]?.text === 'cast' && after?.text === 'as') {
      const close = tokens.findIndex((token, at) => at > last && token.text === ')' && token.depth === before.depth);
      if (close < 0) return [first, last];
      [first, last] = [first - 2, close];
    } else {
      return [first, last];
    }
  }
}

/** Returns the index of the last token of a type, such as `public.t[]` or `numeric(14, 2)`. */
function endOfType(tokens: readonly Token[], start: number): number {
  let last = start;
  while (tokens[last + 1]?.text === '.') last += 2;
  while (tokens[last + 1]?.text === '(' || tokens[last + 1]?.text === '[') {
    const depth = tokens[last + 1]?.depth;
    const close = tokens.findIndex(
      (token, at) => at > last + 1 && token.depth === depth && /^[)\]]$/u.test(token.text),
    );
    if (close < 0) return last;
    last = close;
  }
  return last;
}

/** Whether a parenthesis contains the arguments of a function. */
function isCall(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  if (before?.kind === 'quoted') return true;
  return before?.kind === 'word' && !notFunctions.has(before.text);
}

const notFunctions: ReadonlySet<string> = new Set(
  'and or not in any some all where on having when then else like ilike between select from values set is as over filter using exists by limit offset returning to similar case distinct'.split(
    ' ',
  ),
);

/** Finds the clause of an operand. Conditions inside of function calls are left to the function. */
function findContext(tokens: readonly Token[], index: number): 'compared' | 'null-safe' | 'other' {
  let depth = tokens[index]?.depth ?? 0;
  for (let at = index - 1; at >= 0; at--) {
    const token = tokens[at];
    if (!token || token.depth > depth) continue;
    if (token.text === '(' && token.depth < depth) {
      depth = token.depth;
      if (!isCall(tokens, at)) continue;
      const name = tokens[at - 1];
      return name && nullSafe.test(nameOf(name)) ? 'null-safe' : 'other';
    }
    if (token.kind !== 'word' || token.depth > depth) continue;
    if (conditions.has(token.text)) return 'compared';
    // `when` begins a condition of `case`, and `then` and `else` its results.
    if (token.text === 'when' || token.text === 'case') return 'other';
    if (clauses.test(token.text) && !isDistinctFrom(tokens, at)) return 'other';
  }
  return 'other';
}

function isDistinctFrom(tokens: readonly Token[], index: number): boolean {
  return tokens[index]?.text === 'from' && tokens[index - 1]?.text === 'distinct';
}
