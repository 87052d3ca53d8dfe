let protocolWrite;
/**
 * Takes standard output for the protocol: from now on whatever else is written to it, by `console.log` or by a library,
 * goes to standard error. Doing it again changes nothing.
 *
 * @returns What still writes to standard output.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export function guardStdout() {
    if (protocolWrite !== undefined)
        return protocolWrite;
    const { stdout, stderr } = process;
    protocolWrite = bindWrite(stdout);
    stdout.write = stderr.write.bind(stderr);
    // Nobody may be reading it; that must not end the server.
    stderr.on('error', () => { });
    return protocolWrite;
}
/** The `write` of a stream as a function of its own. */
export function bindWrite(stream) {
    return stream.write.bind(stream);
}
