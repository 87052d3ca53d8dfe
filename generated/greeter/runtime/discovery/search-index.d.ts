/** A text of something that can be found, and how much a word in it counts. */
export interface WeighedText {
    readonly text: string;
    readonly weight: number;
}
/**
 * Full-text search over things with several texts, ranked with the weights of BM25F: rare words count more, words in long
 * texts less. What has all words of the query comes before what has some of them, and what is called by them before the rest.
 *
 * @see https://en.wikipedia.org/wiki/Okapi_BM25
 */
export declare class SearchIndex {
    #private;
    /** @param entries The texts of each thing, its name first; those at the same place are of the same kind. */
    constructor(entries: readonly (readonly WeighedText[])[]);
    /** What fits a query at least in part, best first, by its position; all in their order for a query without words. */
    search(query: string): readonly number[];
}
