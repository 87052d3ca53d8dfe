import type { UriMatcher } from '../api/definition.js';
/** The variables of a URI template as found in a URI, percent-decoded; lists where the template has lists. */
export type UriVariables = {
    readonly [name: string]: string | readonly string[];
};
/**
 * Matches a URI against a template. Query parameters may come in any order and each may be missing; one that the
 * template does not know, a second value for a variable that is no list, and a malformed percent sequence are no match.
 *
 * @returns `undefined` when it does not match.
 */
export declare function matchUri(matcher: UriMatcher, uri: string): UriVariables | undefined;
