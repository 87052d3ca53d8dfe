import { isJsonObject } from '../../../runtime/wire/json.js';

/**
 * Whether a value contains an expected value: an object has all expected members, and can have more; a list has the
 * expected items in the same order, and no more; texts are compared without surrounding space and case, numbers with
 * their texts.
 */
export function containsValue(value: unknown, expected: unknown): boolean {
  if (isJsonObject(expected)) {
    return (
      isJsonObject(value) &&
      Object.entries(expected).every(([key, member]) => Object.hasOwn(value, key) && containsValue(value[key], member))
    );
  }
  if (Array.isArray(expected)) {
    return (
      Array.isArray(value) &&
      value.length === expected.length &&
      expected.every((item, index) => containsValue(value[index], item))
    );
  }
  return value === expected || (isText(value) && isText(expected) && normalize(value) === normalize(expected));
}

function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function normalize(value: string | number): string {
  return String(value).trim().toLowerCase();
}
