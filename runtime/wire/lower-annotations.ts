import { isJsonObject } from './json.js';

/**
 * Returns the `annotations` member for protocol versions before 2025-06-18, without `lastModified`; omits the member if
 * nothing remains.
 */
export function lowerAnnotations(annotations: unknown): { annotations?: unknown } {
  if (!isJsonObject(annotations)) return annotations === undefined ? {} : { annotations };
  const { lastModified: _unknown, ...supported } = annotations;
  return Object.keys(supported).length === 0 ? {} : { annotations: supported };
}
