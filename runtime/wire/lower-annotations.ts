import { isJsonObject } from './json.js';

/**
 * The `annotations` member for protocol versions before 2025-06-18, which do not know `lastModified`; no member when
 * nothing is left of it.
 */
export function lowerAnnotations(annotations: unknown): { annotations?: unknown } {
  if (!isJsonObject(annotations)) return annotations === undefined ? {} : { annotations };
  const { lastModified: _unknown, ...known } = annotations;
  return Object.keys(known).length === 0 ? {} : { annotations: known };
}
