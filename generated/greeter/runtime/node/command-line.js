/** Reads the arguments of a server's command line: `--http [port]`, `--host <name>`, `--help`, `--version`. */
export function parseArguments(argv) {
    if (argv.includes('--help'))
        return { mode: 'help' };
    if (argv.includes('--version'))
        return { mode: 'version' };
    let isHttp = false;
    const http = {};
    for (let index = 0; index < argv.length; index += 1) {
        const [name = '', inline] = (argv[index] ?? '').split('=', 2);
        const next = inline ?? argv[index + 1];
        const hasValue = next !== undefined && !next.startsWith('-');
        if (hasValue && inline === undefined)
            index += 1;
        if (name === '--http') {
            isHttp = true;
            if (!hasValue)
                continue;
            if (!/^\d{1,5}$/u.test(next) || Number(next) > 65_535)
                return { mode: 'wrong', message: `Not a port: ${next}` };
            http.port = Number(next);
        }
        else if (name === '--host' && hasValue && next !== '') {
            http.host = next;
        }
        else {
            return { mode: 'wrong', message: name === '--host' ? '--host needs an address' : `Unknown argument: ${name}` };
        }
    }
    if (isHttp)
        return { mode: 'http', http };
    return http.host === undefined ? { mode: 'stdio' } : { mode: 'wrong', message: '--host needs --http' };
}
/** The text of `--help`. */
export function formatHelp(name, version) {
    return `${name} ${version}

A Model Context Protocol server. Without arguments it reads requests from standard input and answers on standard output.

  --http [port]  serve Streamable HTTP at /mcp instead (default port 3000)
  --host <name>  the address to listen on (default 127.0.0.1: this machine only)
  --help         show this text
  --version      show the version
`;
}
