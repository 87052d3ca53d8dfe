import { stringifyJson, type Json } from '../model/json.js';
import { referredNames } from '../schema/map-schema.js';
import type { DefinitionsByName } from '../schema/wire-schema.js';

/** Bytes of a schema with all that it refers to, as JSON; about those that it has in a descriptor. */
export function measureSchema(schema: Json, definitions: DefinitionsByName): number {
  const seen = new Set<string>();
  const waiting: Json[] = [schema];
  let bytes = 0;
  for (const next of waiting) {
    const measured = measureAlone(next);
    bytes += measured.bytes;
    for (const name of measured.references) {
      const definition = definitions.get(name);
      if (!definition || seen.has(name)) continue;
      seen.add(name);
      bytes += definition.wireName.length + 4;
      waiting.push(definition.schema);
    }
  }
  return bytes;
}

interface Measured {
  readonly bytes: number;
  readonly references: ReadonlySet<string>;
}

const known = new WeakMap<object, Measured>();

function measureAlone(schema: Json): Measured {
  const earlier = typeof schema === 'object' && schema !== null ? known.get(schema) : undefined;
  if (earlier) return earlier;
  const measured = { bytes: Buffer.byteLength(stringifyJson(schema)), references: referredNames(schema) };
  if (typeof schema === 'object' && schema !== null) known.set(schema, measured);
  return measured;
}
