import type { BodyPart, CookieParameter, PathParameter, QueryParameter } from './forward-definition.js';
/** A name and a value, both ready to be sent. */
export type Pair = readonly [name: string, value: string];
/** How a value of a query, a form or a cookie is written. */
export type PairStyle = Pick<QueryParameter, 'style' | 'explode' | 'allowReserved' | 'isJson'> | BodyPart;
/**
 * A value in the style `simple`, `label` or `matrix`, percent-encoded.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#style-examples
 */
export declare function serializePathValue({ name, style, explode }: PathParameter, value: unknown): string;
/** A value in the style `simple` as it is: headers are not percent-encoded. */
export declare function serializeHeaderValue(explode: boolean, value: unknown): string;
/**
 * A value as what it adds to a query or a form.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#style-examples
 */
export declare function serializePairs(name: string, how: PairStyle, value: unknown): readonly Pair[];
/**
 * A cookie or, exploded, several.
 *
 * @see https://spec.openapis.org/oas/v3.2.0.html#style-examples
 */
export declare function serializeCookie({ name, style, explode }: CookieParameter, value: unknown): readonly Pair[];
