/**
 * An answer as a gzip file. What is kept for the next time, such as a list, is compressed once, on another thread; what stands around it,
 * the id of a request for example, is stored as it is. So nothing is compressed for a single answer.
 *
 * @returns The file, as Latin-1 where it is short; `undefined` when the answer is to be sent as it stands: what is kept has not been
 *   compressed yet, or is not most of the answer.
 * @see https://www.rfc-editor.org/rfc/rfc1952
 */
export declare function gzipAnswer(answer: readonly (string | Uint8Array)[]): string | readonly Uint8Array[] | undefined;
