import { platform } from 'node:process';
import type { InferredOptionTypes } from 'yargs';
import type { Header, LocalServer, RemoteServer } from '../outputs/connect/client.js';
import { inspectorCommand } from '../outputs/connect/inspector-command.js';
import { openCommandLink } from '../tools/links/command-link.js';
import { openHttpLink } from '../tools/dev-ui/host/http-link.js';
import type { OpenLink } from '../tools/dev-ui/host/link.js';
import { InspectorLauncher } from '../tools/dev-ui/host/start-inspector.js';
import { CommandError, splitCommand } from '../tools/links/split-command.js';
import type { CliIo } from './cli-io.js';
import { repeatedOption, UsageError, type Command, type CommandOptions } from './command.js';
import { openDevUi } from './open-dev-ui.js';

const options = {
  header: {
    ...repeatedOption,
    describe: 'With a URL: request header, such as "Authorization: Bearer …"; can be repeated',
  },
} as const satisfies CommandOptions;

type UiArguments = InferredOptionTypes<typeof options> & { readonly server: string };

/** `ui`: opens the Dev UI for any server, in the browser. */
export const uiCommand: Command = {
  options,
  positionals: { server: { type: 'string', describe: 'URL of the server, or the command that starts it' } },
  run: ({ server, header = [] }: UiArguments, io: CliIo) => openUi(server, header, io),
};

/**
 * Opens the Dev UI for a server outside the project, until the command is stopped.
 * @param server URL of the MCP endpoint, or the command that starts the server.
 * @param headers Headers (`Name: value`) sent with each request to a URL.
 * @throws {UsageError} if the URL, command or header is invalid.
 */
export async function openUi(server: string, headers: readonly string[], io: CliIo): Promise<number> {
  const isAddress = /^https?:\/\//iu.test(server);
  if (!isAddress && headers.length > 0) throw new UsageError('--header can only be used with a URL.');
  const parsedHeaders = headers.map(parseHeader);
  const openLink = isAddress ? linkTo(server, parsedHeaders) : linkByCommand(server, io.cwd);
  const inspected = describeServer(server, isAddress, parsedHeaders);
  const inspector = new InspectorLauncher(async () => inspectorCommand(inspected, { platform }), io.cwd);
  const { stopped } = io.openProcess();
  const host = await openDevUi(
    {
      target: {
        label: server,
        transport: isAddress ? 'Streamable HTTP' : 'stdio',
        canSave: false,
        inspector: inspectorOf(server),
      },
      openLink,
      inspector,
    },
    io,
  );
  io.writeError('Press Ctrl+C to stop.\n');
  await stopped;
  await host.close();
  return 0;
}

function linkTo(server: string, headerList: readonly Header[]): OpenLink {
  if (!URL.canParse(server)) throw new UsageError(`${server} is not a valid URL.`);
  const url = new URL(server);
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(
      'URLs with a user name or password are not supported. Use a header instead: --header "Name: value".',
    );
  }
  const headers = Object.fromEntries(headerList.map(({ name, value }) => [name, value]));
  return (events) => openHttpLink({ url, headers }, events);
}

function parseHeader(text: string): Header {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):([\t\x20-\x7e]*)$/u.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new UsageError(`--header must be a header such as "Authorization: Bearer …", not ${JSON.stringify(text)}.`);
  }
  return { name, value: value.trim() };
}

function linkByCommand(server: string, cwd: string): OpenLink {
  try {
    if (splitCommand(server).length === 0)
      throw new UsageError('ui requires the URL of a server, or the command that starts it.');
  } catch (error) {
    if (error instanceof CommandError) throw new UsageError(error.message);
    throw error;
  }
  return (events) => openCommandLink(server, cwd, events);
}

/** Describes the server for the Inspector. */
function describeServer(server: string, isAddress: boolean, headers: readonly Header[]): LocalServer | RemoteServer {
  if (isAddress) return { name: 'server', url: server, headers };
  const [command = '', ...args] = splitCommand(server);
  return { name: 'server', command, args };
}

/** Formats the command that starts the official Inspector. Headers are omitted, because they may contain secrets. */
function inspectorOf(server: string): string {
  const isAddress = /^https?:\/\//iu.test(server);
  return `npx -y @modelcontextprotocol/inspector ${isAddress ? `--server-url ${server} --transport http` : server}`;
}
