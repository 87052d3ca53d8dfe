import { env } from 'node:process';
import type { LocalServer, RemoteServer } from '../../outputs/connect/client.js';
import type { ServerTarget } from '../../tools/scaffold/server/open-server.js';
import { checkServer } from '../check-server.js';
import type { CliIo } from '../cli-io.js';
import { joinCommand } from '../server-target.js';

/**
 * Compares the server of a client configuration with a contract file. Prints the result to stderr, because the
 * configuration goes to stdout.
 *
 * @returns The exit code: 1 if the server differs, and if that cannot be checked.
 */
export function checkPinned(server: LocalServer | RemoteServer, file: string, io: CliIo): Promise<number> {
  return checkServer(targetOf(server, io.cwd), { file }, { ...io, writeOut: io.writeError });
}

function targetOf(server: LocalServer | RemoteServer, cwd: string): ServerTarget {
  if (!('url' in server)) return { server: joinCommand([server.command, ...server.args]), headers: new Map(), cwd };
  const headers = server.headers.map(({ name, value }): [string, string] => [name, fillIn(value)]);
  return { server: server.url, headers: new Map(headers), cwd };
}

/** Replaces references to environment variables, as clients do. A variable that is not set becomes empty. */
function fillIn(value: string): string {
  return value.replace(/\$\{(\w+)\}/gu, (_, name: string) => env[name] ?? '');
}
