import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { memberOf } from './json-schema.js';
import { showValue } from './list-branches.js';

/** Returns the label of the choice without a value, including the default that the server fills in. */
export function describeUnset(keywords: JsonObject): string {
  const defaultText = describeDefault(keywords);
  return defaultText === undefined ? 'Not set' : `Not set (${defaultText})`;
}

/** Returns the default value as a placeholder; `undefined` if there is no default. */
export function describeDefault(keywords: JsonObject): string | undefined {
  const defaultValue = memberOf(keywords, 'default');
  return defaultValue === undefined ? undefined : `default: ${showValue(defaultValue)}`;
}
