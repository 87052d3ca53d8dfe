/**
 * The words of a text as they are looked up: in lower case, without accents and plural endings. Names are split where case
 * changes.
 */
export declare function splitWords(text: string): readonly string[];
