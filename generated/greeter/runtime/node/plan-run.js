import { formatHelp, parseArguments } from './command-line.js';
/** What a program is to do as its arguments and the environment say. */
export function planRun({ definition, options = {} }, argv) {
    const parsed = parseArguments(argv, process.env['MCP_TOOLSETS']);
    const { name = definition.server.name, version = definition.server.version } = options;
    switch (parsed.mode) {
        case 'wrong':
            return (_write, report) => {
                report(`${parsed.message}. Try --help.`);
                process.exit(2);
            };
        case 'help':
            return say(formatHelp(name, version, definition.selection));
        case 'version':
            return say(`${version}\n`);
        default:
            return parsed;
    }
}
function say(text) {
    return (write) => void write(text, undefined, () => process.exit(0));
}
