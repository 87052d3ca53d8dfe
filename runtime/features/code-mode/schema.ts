/** A JSON Schema, as listed in descriptors. */
export type Schema = boolean | { readonly [keyword: string]: unknown };

/** Reads the JSON text of a schema. */
export function readSchema(json: string | undefined): Schema | undefined {
  return json === undefined ? undefined : (JSON.parse(json) as Schema);
}

/** Whether a value is an object, but not an array. */
export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Resolves a reference such as `#/$defs/Book` in a schema. */
export function lookUp(root: Schema, reference: string): Schema | undefined {
  if (!reference.startsWith('#')) return undefined;
  let part: unknown = root;
  for (const segment of reference.split('/').slice(1)) {
    const key = decodeSegment(segment);
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return undefined;
    part = (part as { readonly [key: string]: unknown })[key];
  }
  return typeof part === 'boolean' || isObject(part) ? part : undefined;
}

/** Decodes a segment of a reference. */
export function decodeSegment(segment: string): string {
  const text = segment.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
