import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { revisionFeatures, type Revision } from '../protocol/revisions.js';

/** The `annotations` field, without what a revision does not know; no field when nothing is left of it. */
export function lowerAnnotations(annotations: unknown, revision: Revision): { annotations?: unknown } {
  if (!isJsonObject(annotations) || revisionFeatures[revision].lastModified) {
    return annotations === undefined ? {} : { annotations };
  }
  const known = dropFields(annotations, (field) => field !== 'lastModified');
  return Object.keys(known).length === 0 ? {} : { annotations: known };
}

/** An object without the fields that are not to be kept. */
export function dropFields(object: JsonObject, isKept: (field: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([field]) => isKept(field)));
}
