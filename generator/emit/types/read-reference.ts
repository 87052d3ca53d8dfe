import type { Json } from '../../model/json.js';

const referencePrefix = '#/$defs/';

/** The name of the definition that a `$ref` points at; `undefined` when the value is none. */
export function readReference(reference: Json | undefined): string | undefined {
  if (typeof reference !== 'string' || !reference.startsWith(referencePrefix)) return undefined;
  return reference.slice(referencePrefix.length);
}
