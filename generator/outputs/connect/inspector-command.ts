import type { LocalServer, Machine, RemoteServer } from './client.js';

/** Program with its arguments, to be started without a shell. */
export interface ProgramCall {
  readonly command: string;
  readonly args: readonly string[];
}

/** Oldest Node version that the Inspector supports. */
export const inspectorNode = [22, 19] as const;

/**
 * Returns the command that starts the Inspector, a web UI, for a server.
 * @see https://modelcontextprotocol.io/docs/tools/inspector
 */
export function inspectorCommand(server: LocalServer | RemoteServer, machine: Pick<Machine, 'platform'>): ProgramCall {
  return startWithoutShell('npx', ['-y', '@modelcontextprotocol/inspector', ...inspectorTarget(server)], machine);
}

/**
 * Returns the arguments that identify the server. Without `--`, the Inspector would read options of the server's
 * command, such as `--env-file`, as its own.
 */
function inspectorTarget(server: LocalServer | RemoteServer): readonly string[] {
  if ('command' in server) return [server.command, '--', ...server.args];
  const headers = server.headers.flatMap(({ name, value }) => ['--header', `${name}: ${value}`]);
  return ['--server-url', server.url, '--transport', 'http', ...headers];
}

/** Adapts a command to be started without a shell. On Windows, npx is a batch file, which only `cmd` can start. */
function startWithoutShell(
  command: string,
  args: readonly string[],
  { platform }: Pick<Machine, 'platform'>,
): ProgramCall {
  return platform === 'win32' ? { command: 'cmd', args: ['/c', command, ...args] } : { command, args };
}
