import { placeOf, type SqlToken } from '../lex.js';
import type { StatementProblem } from './engine.js';
import { listItems } from './select-items.js';

/** Checks that every column of a result has a name of its own. Databases name an expression themselves. */
export function checkColumnNames<Column extends { readonly name: string }>(
  columns: readonly Column[],
  tokens: readonly SqlToken[],
  isNamed: (column: Column) => boolean,
): readonly StatementProblem[] {
  const items = listItems(tokens, columns.length);
  const names = new Set<string>();
  return columns.flatMap((column, index): readonly StatementProblem[] => {
    const { name } = column;
    const isRepeated = names.has(name);
    names.add(name);
    const hasName = isNamed(column);
    if (hasName && !isRepeated) return [];
    const [first, last] = [items[index]?.[0], items[index]?.at(-1)];
    const place = first && last && { place: placeOf({ start: first.start, end: last.end }) };
    const message = hasName ? `Two columns are named \`${name}\`.` : `Column ${index + 1} has no name.`;
    return [{ code: 'sql-column-name', message, help: `Name ${hasName ? 'one' : 'it'} with \`as\`.`, ...place }];
  });
}
