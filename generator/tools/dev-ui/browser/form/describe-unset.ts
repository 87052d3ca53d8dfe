import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { memberOf } from './json-schema.js';
import { showValue } from './list-branches.js';

/** Text of a choice that has no value, with the default that a server fills in. */
export function describeUnset(keywords: JsonObject): string {
  const defaultText = describeDefault(keywords);
  return defaultText === undefined ? 'Not set' : `Not set (${defaultText})`;
}

/** The default of a value in words, for a placeholder; `undefined` without a default. */
export function describeDefault(keywords: JsonObject): string | undefined {
  const defaultValue = memberOf(keywords, 'default');
  return defaultValue === undefined ? undefined : `default: ${showValue(defaultValue)}`;
}
