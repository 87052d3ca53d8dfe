/**
 * What a handler stub does until it is implemented.
 *
 * @param name The tool, prompt or resource, as the client calls it.
 * @throws always, with a message for the client.
 */
export function notImplemented(name) {
    throw new Error(`"${name}" is not implemented yet.`);
}
