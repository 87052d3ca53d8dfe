import type { SqlColumn } from './sql-definition.js';
import { SqlError } from './sql-error.js';

/**
 * Finds the columns of a statement in the columns of its result, which can have moved since generation: `select *` also
 * returns new columns.
 *
 * @param names Names of the columns in the result.
 * @returns Indexes in the result, in the order of the columns.
 * @throws SqlError `mismatch` for a column that is missing or has become ambiguous.
 */
export function placeColumns(columns: readonly SqlColumn[], names: readonly string[]): readonly number[] {
  return columns.map(({ name }) => {
    const place = names.indexOf(name);
    if (place !== -1 && place === names.lastIndexOf(name)) return place;
    throw new SqlError('mismatch', name);
  });
}
