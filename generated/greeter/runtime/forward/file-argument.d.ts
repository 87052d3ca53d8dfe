/** A file as it is sent. */
export interface File {
    readonly bytes: Uint8Array;
    readonly fileName: string | undefined;
    readonly mediaType: string | undefined;
}
/**
 * Reads a file among the arguments.
 *
 * @param plain What a plain string holds.
 * @param path What the argument is called in messages.
 * @throws ForwardError for what is no file.
 */
export declare function readFileArgument(value: unknown, plain: 'base64' | 'text', path: string): File;
