import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { isJsonObject, type Json } from '../model/json.js';
import { referredName, schemasInPlace } from '../schema/map-schema.js';
import type { ReferredSchema } from './schema-resolver.js';

/** Reports schemas whose references lead back to themselves for one and the same value: no validator could end. */
export function checkEndlessRefs(schemas: readonly ReferredSchema[]): readonly Diagnostic[] {
  const next = new Map(schemas.map(({ key, schema }) => [key, [...namesInPlace(schema)]]));
  return schemas
    .filter(({ key }) => reaches(key, key, next))
    .map(({ location }) =>
      createDiagnostic('endless-ref', location, 'This schema refers back to itself through its `$ref`s.'),
    );
}

function reaches(from: string, goal: string, next: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const waiting = [...(next.get(from) ?? [])];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name === goal) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    waiting.push(...(next.get(name) ?? []));
  }
  return false;
}

/** Names of the definitions that a schema applies to the same value as itself. */
export function* namesInPlace(schema: Json): Generator<string> {
  if (!isJsonObject(schema)) return;
  const name = referredName(schema);
  if (name !== undefined) yield name;
  for (const part of schemasInPlace(schema)) yield* namesInPlace(part);
}
