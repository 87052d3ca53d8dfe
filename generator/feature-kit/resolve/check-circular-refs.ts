import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { isJsonObject, type Json } from '../../core/model/json.js';
import { listComponents } from '../../core/schema/list-components.js';
import { referredName, schemasInPlace } from '../../core/schema/map-schema.js';
import type { ReferredSchema } from './schema-resolver.js';

/**
 * Reports schemas whose references lead back to themselves for the same value. Their validators would not terminate.
 */
export function checkCircularRefs(schemas: readonly ReferredSchema[]): readonly Diagnostic[] {
  const next = new Map(schemas.map(({ key, schema }) => [key, new Set(namesInPlace(schema))]));
  const circular = new Set(
    [...listComponents(next)].filter(([key = '', ...others]) => others.length > 0 || next.get(key)?.has(key)).flat(),
  );
  return schemas
    .filter(({ key }) => circular.has(key))
    .map(({ location }) =>
      createDiagnostic('circular-ref', location, 'This schema refers to itself through its `$ref`s.'),
    );
}

/** Lists the definitions that a schema applies to the value that it describes. */
export function* namesInPlace(schema: Json): Generator<string> {
  if (!isJsonObject(schema)) return;
  const name = referredName(schema);
  if (name !== undefined) yield name;
  for (const part of schemasInPlace(schema)) yield* namesInPlace(part);
}
