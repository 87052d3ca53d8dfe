import { encodeCursor } from './cursor.js';
import type { SqlColumn, SqlRows, SqlToolDefinition } from './sql-definition.js';
import { SqlToolError } from './sql-tool-error.js';

/** Row as a JSON object. */
type Row = { readonly [column: string]: unknown };

/**
 * Returns the result of a tool.
 *
 * @param changed Number of rows that all statements of the tool changed.
 * @throws SqlToolError if the number of rows, or the size of the first row, is not as the tool requires.
 */
export function shapeRows(
  { rows, more }: SqlRows,
  tool: SqlToolDefinition,
  columns: readonly SqlColumn[],
  changed: number,
): unknown {
  if (tool.rows === 'none') return { changed };
  if (more && rows.length === 0) {
    throw new SqlToolError(
      `A row is larger than ${tool.maxBytes} bytes. Select less of it, if an argument allows that.`,
    );
  }
  if (tool.rows === 'many') {
    const objects = rows.map((values) => toRow(values, columns));
    if (tool.page === undefined) return { rows: objects, more };
    const last = objects.at(-1);
    return { rows: objects, ...(more && last && { nextCursor: encodeCursor(tool.page.map((name) => last[name])) }) };
  }
  if (more || rows.length > 1) throw new SqlToolError('More than one row matches; the tool expects one.');
  const [values] = rows;
  const row = values === undefined ? null : toRow(values, columns);
  if (tool.rows === 'maybe-one') return { row };
  if (row === null) throw noRow('No row matches.');
  return row;
}

/** Creates the error for a statement without the row that its tool needs. */
export function noRow(message: string): SqlToolError {
  const error = new SqlToolError(message);
  error.traits = { failure: 'no-row' };
  return error;
}

function toRow(values: readonly unknown[], columns: readonly SqlColumn[]): Row {
  // `Object.fromEntries`, because an assignment to `__proto__` would not create a property.
  return Object.fromEntries(columns.map(({ name }, index) => [name, values[index]]));
}
