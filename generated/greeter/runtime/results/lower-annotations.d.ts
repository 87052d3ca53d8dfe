import { type JsonObject } from '../protocol/json-object.js';
import { type Revision } from '../protocol/revisions.js';
/** The `annotations` field, without what a revision does not know; no field when nothing is left of it. */
export declare function lowerAnnotations(annotations: unknown, revision: Revision): {
    annotations?: unknown;
};
/** An object without the fields that are not to be kept. */
export declare function dropFields(object: JsonObject, isKept: (field: string) => boolean): JsonObject;
