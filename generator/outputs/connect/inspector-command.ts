import type { LocalServer, Machine, RemoteServer } from './client.js';

/** Program with its arguments, to be started without a shell. */
export interface ProgramCall {
  readonly command: string;
  readonly args: readonly string[];
}

/** The oldest Node that the Inspector runs on. */
export const inspectorNode = [22, 19] as const;

/**
 * Command that starts the Inspector on a server: a page in the browser.
 *
 * @see https://modelcontextprotocol.io/docs/tools/inspector
 */
export function inspectorCommand(server: LocalServer | RemoteServer, machine: Pick<Machine, 'platform'>): ProgramCall {
  return startWithoutShell('npx', ['-y', '@modelcontextprotocol/inspector', ...inspectorTarget(server)], machine);
}

/**
 * Arguments that name the server. What follows `--` belongs to the server's command; before it, the Inspector would take
 * options such as `--env-file` for its own.
 */
function inspectorTarget(server: LocalServer | RemoteServer): readonly string[] {
  if ('command' in server) return [server.command, '--', ...server.args];
  const headers = server.headers.flatMap(({ name, value }) => ['--header', `${name}: ${value}`]);
  return ['--server-url', server.url, '--transport', 'http', ...headers];
}

/** On Windows npx is a batch file, which only `cmd` can start. */
function startWithoutShell(
  command: string,
  args: readonly string[],
  { platform }: Pick<Machine, 'platform'>,
): ProgramCall {
  return platform === 'win32' ? { command: 'cmd', args: ['/c', command, ...args] } : { command, args };
}
