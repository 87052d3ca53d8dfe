import { isJsonObject, type JsonObject } from '../../../wire/json.js';
import { isScalar, mapItems, mapMembers, Path } from './map-json.js';

/** Members that identify an object for a reader, best first. */
const identifying =
  'id key number name login full_name displayName title slug ref sha label email state status type html_url'.split(' ');

/** Maximum number of members that identify an object. */
const maxIdentity = 4;

/** The members that identify an object, at most four; `undefined` if it has none. */
export function identify(object: JsonObject): JsonObject | undefined {
  const names = identifying.filter((name) => Object.hasOwn(object, name) && isTelling(object[name]));
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.slice(0, maxIdentity).map((name) => [name, object[name]]));
}

/** Maximum length of a string that identifies an object, in characters. */
const maxIdentifier = 200;

function isTelling(value: unknown): boolean {
  if (value === null || !isScalar(value)) return false;
  return typeof value !== 'string' || (value !== '' && value.length <= maxIdentifier);
}

/** Minimum number of members of a reduced object; smaller objects are unchanged. */
const maxMembers = 6;

/** Maximum number of members of an object that only wraps other objects. */
const maxWrapper = 8;

/**
 * Reduces large objects deep in a value to the members that identify them, or to their first short values.
 *
 * @param maxLevel Level of the objects that are reduced; objects in a list's items have level 1.
 * @param report Called with the path of each reduced object.
 */
export function summarizeDeep(value: unknown, maxLevel: number, report: (path: Path) => void): unknown {
  const summarize = (part: unknown, path: Path, level: number): unknown => {
    if (Array.isArray(part)) return mapItems(part, (item) => summarize(item, path, level));
    if (!isJsonObject(part)) return part;
    const keys = Object.keys(part);
    if (level >= maxLevel && keys.length > maxMembers) {
      report(path);
      return identify(part) ?? pickScalars(part);
    }
    const below = keys.length > maxWrapper ? level + 1 : level;
    return mapMembers(part, (member, key) => (isScalar(member) ? member : summarize(member, path.below(key), below)));
  };
  return summarize(value, new Path(), 0);
}

function pickScalars(object: JsonObject): JsonObject {
  const short = Object.keys(object).filter((key) => isTelling(object[key]));
  return Object.fromEntries(short.slice(0, maxIdentity).map((key) => [key, object[key]]));
}
