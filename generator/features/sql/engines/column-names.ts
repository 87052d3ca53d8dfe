import type { SqlToken } from '../lex.js';
import type { PreparedColumn, StatementProblem } from './engine.js';
import { listItems } from './select-items.js';
import type { StatementText } from './statement-text.js';

/** Checks that every column of a result has a name of its own. Databases name an expression by its text. */
export function checkColumnNames(
  columns: readonly PreparedColumn[],
  tokens: readonly SqlToken[],
  written: StatementText,
  kind: 'sqlite' | 'mysql',
): readonly StatementProblem[] {
  const items = listItems(tokens, columns.length);
  const names = new Set<string>();
  return columns.flatMap(({ name, origin }, index): readonly StatementProblem[] => {
    const isRepeated = names.has(name);
    names.add(name);
    const isGiven = isPlain.test(name) || origin?.endsWith(`.${name}`) === true || isQuoted(name, tokens, kind);
    if (isGiven && !isRepeated) return [];
    const [first, last] = [items[index]?.[0], items[index]?.at(-1)];
    const place = first && last && { place: written.toWritten(first.start, last.end) };
    const message = isGiven ? `Two columns have the name \`${name}\`.` : `Column ${index + 1} has no name.`;
    return [{ code: 'sql-column-name', message, help: 'Name it with `as`.', ...place }];
  });
}

const isPlain = /^[\p{L}_][\p{L}\p{N}_$]*$/u;

/** Whether a statement contains a name in quotes. Both databases accept names in the quotes of strings after `as`. */
function isQuoted(name: string, tokens: readonly SqlToken[], kind: 'sqlite' | 'mysql'): boolean {
  return tokens.some((token, index) => {
    if (token.kind === 'name') return token.text === name;
    const isAlias = token.kind === 'string' && tokens[index - 1]?.text.toLowerCase() === 'as';
    return isAlias && kind === 'mysql' ? token.text.slice(1, -1) === name : isAlias && token.text.slice(1, -1) === name;
  });
}
