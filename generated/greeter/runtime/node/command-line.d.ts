import type { HttpOptions } from '../http/http-options.js';
/** What the arguments of a server say. */
export type ServerArguments = {
    readonly mode: 'help' | 'version' | 'stdio';
} | {
    readonly mode: 'http';
    readonly http: HttpOptions;
} | {
    readonly mode: 'wrong';
    readonly message: string;
};
/** Reads the arguments of a server's command line: `--http [port]`, `--host <name>`, `--help`, `--version`. */
export declare function parseArguments(argv: readonly string[]): ServerArguments;
/** The text of `--help`. */
export declare function formatHelp(name: string, version: string): string;
