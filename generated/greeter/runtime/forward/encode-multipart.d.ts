import type { JsonObject } from '../protocol/json-object.js';
import type { EncodedBody } from './encode-body.js';
import type { ForwardBody } from './forward-definition.js';
/**
 * A multipart body: one part per property, and one per item where the value is a list.
 *
 * @throws ForwardError for a file that is none.
 * @see https://spec.openapis.org/oas/v3.1.1.html#encoding-multipart-media-types
 * @see https://www.rfc-editor.org/rfc/rfc7578#section-4
 */
export declare function encodeMultipart({ mediaType, parts }: ForwardBody, value: JsonObject): EncodedBody;
