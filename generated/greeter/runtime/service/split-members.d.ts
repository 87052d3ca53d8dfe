/**
 * The members of a JSON object, each with the text of its value, unchanged.
 *
 * @param json Text without white space.
 */
export declare function splitMembers(json: string): readonly (readonly [name: string, value: string])[];
