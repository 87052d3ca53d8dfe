import { messageOf } from '../protocol-error.js';
import { formatReport } from '../report.js';
import { guardStdout } from './guard-stdout.js';
import { serveStdio, writeReport } from './serve-stdio.js';
import { checkStartOptions } from './start-options.js';
const closeMs = 1000;
/**
 * Runs a server as the process that it is: reads the arguments, serves stdio and ends the process. It exits with 0 at
 * the end of input, on SIGTERM and SIGINT and when the peer is gone, whatever timers are left; with 1 when it cannot
 * start; with 2 for arguments that it does not know. Errors that user code throws where nobody catches them are
 * reported on standard error and do not end the server.
 *
 * @param argv Arguments without the program and its script: `--help`, `--version`, or none.
 */
export async function runServer(program, argv) {
    const write = guardStdout();
    const { definition, options = {} } = program;
    const version = options.version ?? definition.server.version;
    const unknown = argv.find((argument) => argument !== '--help' && argument !== '--version');
    if (unknown !== undefined) {
        writeReport(`Unknown argument: ${unknown}. Try --help.`);
        process.exit(2);
    }
    if (argv.length === 0)
        process.exit(await serve(program));
    const text = argv.includes('--help') ? formatHelp(options.name ?? definition.server.name, version) : `${version}\n`;
    write(text, () => process.exit(0));
}
/** Serves until the end; gives the exit code. */
async function serve({ definition, handlers, options = {}, setup, close }) {
    const survive = (error) => writeReport(formatReport('UNCAUGHT', messageOf(error)));
    process.on('uncaughtException', survive).on('unhandledRejection', survive);
    try {
        // Before anything of the user's is run.
        checkStartOptions(options);
        await setup?.();
        const serving = serveStdio(definition, handlers, options);
        // Once: a second signal ends the process at once, as it would without us.
        process.once('SIGTERM', serving.stop).once('SIGINT', serving.stop);
        await serving.finished;
    }
    catch (error) {
        writeReport(formatReport('START', messageOf(error)));
        return 1;
    }
    await closeInTime(close);
    return 0;
}
async function closeInTime(close) {
    let timer;
    const limit = new Promise((resolve) => {
        timer = setTimeout(resolve, closeMs);
    });
    try {
        await Promise.race([close?.(), limit]);
    }
    catch (error) {
        writeReport(formatReport('CLOSE', messageOf(error)));
    }
    clearTimeout(timer);
}
function formatHelp(name, version) {
    return `${name} ${version}

A Model Context Protocol server. Without arguments it reads requests from standard input and answers on standard output.

  --help     show this text
  --version  show the version
`;
}
