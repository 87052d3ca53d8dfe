import type { Catalog } from './catalog.js';
import type { PlannedColumn } from './plan-table.js';

/** Prints the columns of a select list, in lines of limited length. */
export function printColumns(columns: readonly PlannedColumn[], { kind }: Pick<Catalog, 'kind'>): string {
  const items = columns.map((column) => {
    const { sql } = column;
    if (column.kind !== 'other' || kind === 'sqlite') return sql;
    if (kind === 'postgres') return `${sql}::text as ${sql}`;
    return /^(?:geometry|point|linestring|polygon|multi|geom)/u.test(column.type)
      ? `st_astext(${sql}) as ${sql}`
      : `cast(${sql} as char) as ${sql}`;
  });
  return wrapItems(items);
}

/** Maximum length of a line. */
const lineLength = 100;

/** Joins items with commas, and continues on indented lines. */
export function wrapItems(items: readonly string[]): string {
  let text = '';
  let length = 0;
  for (const [index, item] of items.entries()) {
    const piece = index === items.length - 1 ? item : `${item},`;
    const isFull = length > 0 && length + piece.length > lineLength;
    text += isFull ? `\n  ${piece}` : index === 0 ? piece : ` ${piece}`;
    length = isFull ? piece.length : length + piece.length + 1;
  }
  return text;
}
