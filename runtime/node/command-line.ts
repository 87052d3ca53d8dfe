import type { ToolSelection } from '../api/definition.js';
import type { HttpOptions } from '../http/http-options.js';
import type { ToolChoice } from '../service/service.js';

/** What the arguments of a server say. */
export type ServerArguments =
  | { readonly mode: 'help' | 'version' }
  | { readonly mode: 'stdio'; readonly choice?: ToolChoice }
  | { readonly mode: 'http'; readonly choice?: ToolChoice; readonly http: HttpOptions }
  | { readonly mode: 'wrong'; readonly message: string };

/**
 * Reads the arguments of a server's command line: `--http [port]`, `--host <name>`, `--toolsets <names>`, `--tools <names>`,
 * `--help`, `--version`.
 *
 * @param toolsets What the environment says; holds where the arguments choose no tools.
 */
export function parseArguments(argv: readonly string[], toolsets = ''): ServerArguments {
  if (argv.includes('--help')) return { mode: 'help' };
  if (argv.includes('--version')) return { mode: 'version' };
  let isHttp = false;
  const http: { port?: number; host?: string } = {};
  const chosen: { toolsets?: readonly string[]; tools?: readonly string[] } = {};
  for (let index = 0; index < argv.length; index += 1) {
    const [name = '', inline] = (argv[index] ?? '').split('=', 2);
    const next = inline ?? argv[index + 1];
    const hasValue = next !== undefined && !next.startsWith('-');
    if (hasValue && inline === undefined) index += 1;
    if (name === '--http') {
      isHttp = true;
      if (!hasValue) continue;
      if (!/^\d{1,5}$/u.test(next) || Number(next) > 65_535) return { mode: 'wrong', message: `Not a port: ${next}` };
      http.port = Number(next);
    } else if (name === '--host' && hasValue && next !== '') {
      http.host = next;
    } else if (name === '--toolsets' || name === '--tools') {
      const names = splitNames(hasValue ? next : '');
      if (names.length === 0) return { mode: 'wrong', message: `${name} needs names, separated by commas` };
      chosen[name === '--tools' ? 'tools' : 'toolsets'] = names;
    } else {
      return { mode: 'wrong', message: name === '--host' ? '--host needs an address' : `Unknown argument: ${name}` };
    }
  }
  const known = splitNames(toolsets);
  if (chosen.tools === undefined && chosen.toolsets === undefined && known.length > 0) chosen.toolsets = known;
  const choice = Object.keys(chosen).length === 0 ? {} : { choice: chosen };
  if (isHttp) return { mode: 'http', ...choice, http };
  return http.host === undefined ? { mode: 'stdio', ...choice } : { mode: 'wrong', message: '--host needs --http' };
}

function splitNames(text: string): readonly string[] {
  return text.match(/[^\s,]+/gu) ?? [];
}

/** The text of `--help`, with the toolsets that there are. */
export function formatHelp(name: string, version: string, { toolsets = [] }: Partial<ToolSelection> = {}): string {
  const known = toolsets.length === 0 ? '' : `\nToolsets: ${toolsets.join(', ')}\n`;
  return `${name} ${version}

A Model Context Protocol server. Without arguments it reads requests from standard input and answers on standard output.

  --http [port]       serve Streamable HTTP at /mcp instead (default port 3000)
  --host <name>       the address to listen on (default 127.0.0.1: this machine only)
  --toolsets <names>  serve only the tools of these toolsets, and those that belong to none; all: every one
  --tools <names>     serve only these tools; with --toolsets: these as well
  --help              show this text
  --version           show the version
${known}`;
}
