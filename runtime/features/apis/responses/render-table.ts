import { isJsonObject, type JsonObject } from '../../../wire/json.js';
import { renderInline, renderKey, renderScalar } from './render-scalar.js';

/** Values of a row, by column path. */
type Row = Map<string, string>;

/** Maximum number of columns of a table. */
const maxColumns = 60;

/** Maximum depth of objects whose members are columns. */
const maxLevels = 4;

/**
 * Renders a list of objects as a table: a line with the column names and a line for each object. Values that all
 * objects share are above the table. Members that only a few objects have are at the end of those objects' lines, with their names.
 *
 * @returns `undefined` for a list with items other than objects, or with a single item.
 */
export function renderTable(list: readonly unknown[]): readonly string[] | undefined {
  if (list.length < 2 || !list.every(isJsonObject)) return undefined;
  const rows = list.map((item) => {
    const row: Row = new Map();
    flatten(item, '', 0, row);
    return row;
  });
  const counts = new Map<string, number>();
  for (const row of rows) for (const path of row.keys()) counts.set(path, (counts.get(path) ?? 0) + 1);
  const shared = [...counts].filter(([path, count]) => count === rows.length && isConstant(rows, path));
  const sharedPaths = new Set(shared.map(([path]) => path));
  const columns = [...counts]
    .filter(([path, count]) => count * 2 > rows.length && !sharedPaths.has(path))
    .map(([path]) => path)
    .slice(0, maxColumns);
  const shownPaths = new Set([...columns, ...sharedPaths]);
  const common = shared.map(([path]) => `${path}: ${rows[0]?.get(path) ?? ''}`).join(' | ');
  return [
    ...(common === '' ? [] : [`In all rows: ${common}`]),
    columns.join(' | '),
    ...rows.map((row) => {
      const others = [...row].filter(([path]) => !shownPaths.has(path)).map(([path, value]) => `${path}: ${value}`);
      return [...columns.map((path) => row.get(path) ?? '-'), ...others].join(' | ');
    }),
  ];
}

function isConstant(rows: readonly Row[], path: string): boolean {
  const value = rows[0]?.get(path);
  return rows.every((row) => row.get(path) === value);
}

/** Adds the members of an object to a row; lists and empty objects become one value. */
function flatten(object: JsonObject, prefix: string, level: number, row: Row): void {
  for (const key of Object.keys(object)) {
    const value = object[key];
    const path = `${prefix}${renderKey(key)}`;
    if (isJsonObject(value) && level < maxLevels && Object.keys(value).length > 0) {
      flatten(value, `${path}.`, level + 1, row);
    } else {
      row.set(path, typeof value === 'object' ? renderInline(value) : renderScalar(value));
    }
  }
}
