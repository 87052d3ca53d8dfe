import type { FieldTable } from '../forward-definition.js';
import { splitPath } from './select-fields.js';

/** Maximum number of characters of a path that are examined and shown. */
const maxPath = 200;

/** Maximum number of names that an error lists. */
const maxNames = 20;

/**
 * Checks field paths against the fields that a response can have.
 *
 * @param root Key of the response in the table.
 * @returns Description of the problem, with similar names; `undefined` if all paths exist.
 */
export function checkFields(paths: readonly string[], table: FieldTable, root: string): string | undefined {
  const lines: string[] = [];
  for (const path of new Set(paths)) {
    const line = describeUnknown(path, table, root);
    if (line !== undefined) lines.push(line);
    // Each problem compares a name with all others, and a call can have any number of paths.
    if (lines.length === maxNames) break;
  }
  return lines.length === 0 ? undefined : lines.join('\n');
}

function describeUnknown(path: string, table: FieldTable, root: string): string | undefined {
  const steps = path.length > maxPath ? [path.slice(0, maxPath)] : splitPath(path);
  let key = root;
  for (const [index, name] of steps.entries()) {
    const fields = findFields(table, key);
    if (fields === undefined) return undefined;
    const below = Object.hasOwn(fields, name) ? fields[name] : fields['*'];
    if (below === undefined) {
      const before = steps.slice(0, index);
      const rest = steps.slice(index + 1);
      const near = listNear(name, Object.keys(fields)).map((other) => {
        const whole = [...before, other, ...rest];
        return (exists(whole, table, root) ? whole : [...before, other]).join('.');
      });
      const elsewhere = near.length > 0 ? [] : findElsewhere(steps.at(-1) ?? '', table, root);
      const hint = [...near, ...elsewhere];
      const names = Object.keys(fields).slice(0, maxNames).join(', ');
      const place = before.length === 0 ? 'The response' : `\`${before.join('.')}\``;
      const nearest = hint.length === 0 ? '' : ` Near: ${hint.join(', ')}.`;
      return `There is no field \`${path.slice(0, maxPath)}\`.${nearest} ${place} has: ${names}.`;
    }
    key = below;
  }
  return undefined;
}

function exists(steps: readonly string[], table: FieldTable, root: string): boolean {
  let key: string | undefined = root;
  for (const name of steps) {
    const fields = findFields(table, key);
    if (fields === undefined) return true;
    key = Object.hasOwn(fields, name) ? fields[name] : fields['*'];
    if (key === undefined) return false;
  }
  return true;
}

/** Returns the fields at a key; `undefined` if any field is possible. */
function findFields(table: FieldTable, key: string): { readonly [name: string]: string } | undefined {
  return key !== '' && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Finds paths of two steps that end with a name. */
function findElsewhere(name: string, table: FieldTable, root: string): readonly string[] {
  return Object.entries(findFields(table, root) ?? {})
    .filter(([, key]) => Object.hasOwn(findFields(table, key) ?? {}, name))
    .map(([parent]) => `${parent}.${name}`)
    .slice(0, maxNear);
}

const maxNear = 3;

/**
 * Lists similar names, best first: equal except for case and punctuation, a prefix or suffix of each other, or with at
 * most two differences.
 */
function listNear(name: string, names: readonly string[]): readonly string[] {
  const plain = simplify(name);
  return names
    .map((other) => ({ other, distance: measureDistance(plain, simplify(other)) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.min(2, Math.floor(plain.length / 2))))
    .toSorted((left, right) => left.distance - right.distance)
    .slice(0, maxNear)
    .map(({ other }) => other);
}

function simplify(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 64);
}

/** Returns the edit distance; 1 if one name begins or ends with the other. */
function measureDistance(left: string, right: string): number {
  if (left === right) return 0;
  if (left.length > 2 && right.length > 2) {
    const [short, long] = left.length < right.length ? [left, right] : [right, left];
    if (long.startsWith(short) || long.endsWith(short)) return 1;
  }
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
