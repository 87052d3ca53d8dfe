import { isJsonObject, type Json, type JsonObject } from '../../model/json.js';

/** What a reference within a self-contained schema leads to: its root, or one of its `$defs`. */
export function readReference(root: JsonObject, reference: string): Json | undefined {
  if (reference === '#') return root;
  const name = referredDefinition(reference);
  const definitions = root.get('$defs');
  return name !== undefined && isJsonObject(definitions) ? definitions.get(name) : undefined;
}

/** The name in `#/$defs/<name>`. */
export function referredDefinition(reference: string): string | undefined {
  const [, pointer] = /^#\/\$defs\/([^/]+)$/u.exec(reference) ?? [];
  return pointer === undefined ? undefined : decodeURIComponent(pointer).replaceAll('~1', '/').replaceAll('~0', '~');
}
