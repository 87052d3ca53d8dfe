import type { ToolSelection } from '../api/definition.js';
import type { HttpOptions } from '../http/http-options.js';
import type { ToolChoice } from '../service/service.js';
/** What the arguments of a server say. */
export type ServerArguments = {
    readonly mode: 'help' | 'version';
} | {
    readonly mode: 'stdio';
    readonly choice?: ToolChoice;
} | {
    readonly mode: 'http';
    readonly choice?: ToolChoice;
    readonly http: HttpOptions;
} | {
    readonly mode: 'wrong';
    readonly message: string;
};
/**
 * Reads the arguments of a server's command line: `--http [port]`, `--host <name>`, `--toolsets <names>`, `--tools <names>`,
 * `--help`, `--version`.
 *
 * @param toolsets What the environment says; holds where the arguments choose no tools.
 */
export declare function parseArguments(argv: readonly string[], toolsets?: string): ServerArguments;
/** The text of `--help`, with the toolsets that there are. */
export declare function formatHelp(name: string, version: string, { toolsets }?: Partial<ToolSelection>): string;
