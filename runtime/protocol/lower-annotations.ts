import { isJsonObject } from './json-object.js';
import { revisionFeatures, type Revision } from './revisions.js';

/** The `annotations` member in the format of a revision; no member when nothing is left of it. */
export function lowerAnnotations(annotations: unknown, revision: Revision): { annotations?: unknown } {
  if (!isJsonObject(annotations) || revisionFeatures[revision].lastModified) {
    return annotations === undefined ? {} : { annotations };
  }
  const { lastModified: _unknown, ...known } = annotations;
  return Object.keys(known).length === 0 ? {} : { annotations: known };
}
