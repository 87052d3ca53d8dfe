import { openCommandLink } from '../inspection-page/host/command-link.js';
import { openHttpLink } from '../inspection-page/host/http-link.js';
import type { OpenLink } from '../inspection-page/host/link.js';
import { PeerError } from '../scaffold/server/peer.js';
import { splitCommand } from '../scaffold/server/open-stdio-peer.js';
import type { CliIo } from './cli-io.js';
import { UsageError } from './command.js';
import { openPage } from './open-page.js';

/**
 * Opens the inspection page on a server that runs elsewhere, until the command is stopped.
 *
 * @param server Address of its MCP endpoint, or the command that starts it.
 * @param headers `Name: value` for each request to an address.
 * @throws {UsageError} for an address, a command or a header that cannot be used
 */
export async function inspectUi(server: string, headers: readonly string[], io: CliIo): Promise<number> {
  const isAddress = /^https?:\/\//iu.test(server);
  if (!isAddress && headers.length > 0) throw new UsageError('--header is for servers with an address only.');
  const openLink = isAddress ? linkTo(server, headers) : linkByCommand(server, io.cwd);
  const { stopped } = io.openProcess();
  const host = await openPage(
    { target: { label: server, canSave: false, inspector: inspectorOf(server) }, openLink },
    io,
  );
  io.writeError('Ctrl+C ends it.\n');
  await stopped;
  await host.close();
  return 0;
}

function linkTo(server: string, given: readonly string[]): OpenLink {
  if (!URL.canParse(server)) throw new UsageError(`${server} is not an address.`);
  const url = new URL(server);
  if (url.username !== '' || url.password !== '') {
    throw new UsageError('Addresses with a user name or password are not used: give a header, --header "Name: value".');
  }
  const headers = Object.fromEntries(given.map(parseHeader));
  return (events) => openHttpLink({ url, headers }, events);
}

function parseHeader(text: string): readonly [string, string] {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):([\t\x20-\x7e]*)$/u.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new UsageError(`--header takes a header such as "Authorization: Bearer …", not ${JSON.stringify(text)}.`);
  }
  return [name, value.trim()];
}

function linkByCommand(server: string, cwd: string): OpenLink {
  try {
    if (splitCommand(server).length === 0) throw new UsageError('--ui takes an address or a command.');
  } catch (error) {
    if (error instanceof PeerError) throw new UsageError(error.message);
    throw error;
  }
  return (events) => openCommandLink(server, cwd, events);
}

/** Command that starts the official Inspector. Headers are left out: they may hold secrets. */
function inspectorOf(server: string): string {
  const isAddress = /^https?:\/\//iu.test(server);
  return `npx -y @modelcontextprotocol/inspector ${isAddress ? `--server-url ${server} --transport http` : server}`;
}
