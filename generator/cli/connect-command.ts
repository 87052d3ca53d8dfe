import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import path from 'node:path';
import { env, execPath, platform, versions } from 'node:process';
import type { InferredOptionTypes } from 'yargs';
import {
  ConnectError,
  type Header,
  type Client,
  type LocalServer,
  type Machine,
  type RemoteServer,
} from '../outputs/connect/client.js';
import { clients } from '../outputs/connect/clients.js';
import { inspectorCommand, inspectorNode } from '../outputs/connect/inspector-command.js';
import { linkCursor, linkVsCode } from '../outputs/connect/install-links.js';
import {
  describeLocalServer,
  readServerProject,
  toServerName,
  type ServerProject,
} from '../outputs/connect/local-server.js';
import { visible } from '../core/diagnostics/format-diagnostics.js';
import { didYouMean } from '../core/diagnostics/suggest.js';
import { isFolder } from '../pipeline/write/file-system.js';
import { describeSystemError, isSystemError } from '../pipeline/write/system-error.js';
import type { CliIo } from './cli-io.js';
import {
  argOption,
  flagOption,
  repeatedOption,
  textOption,
  UsageError,
  type Command,
  type CommandOptions,
} from './command.js';
import { changeConfiguration, listClients, type ConnectionReport } from './connect/change-configuration.js';
import { isJson, writeJson, type Failure } from './json-report.js';
import { folderOptions, formatOptions } from './project-options.js';

const options = {
  write: { ...flagOption, describe: "Write the configuration to the client's file, after a backup" },
  remove: { ...flagOption, describe: "Remove the server from the client's file, after a backup" },
  'dry-run': { ...flagOption, describe: 'With --write or --remove: print what would change without writing' },
  project: {
    ...textOption,
    describe: "Project folder whose configuration file is used, instead of the user's",
  },
  http: { ...textOption, describe: 'URL of the server if it runs elsewhere, such as https://example.com/mcp' },
  header: {
    ...repeatedOption,
    describe: "With --http: request header, such as 'Authorization: Bearer ${TOKEN}'; can be repeated",
  },
  arg: argOption,
  dev: {
    ...flagOption,
    describe: 'Configure the `dev` command, which picks up your changes, instead of the built server',
  },
  name: {
    ...textOption,
    describe: 'Server name in the configuration; default: the name in package.json, with `-dev` for --dev',
  },
  pin: {
    ...flagOption,
    describe:
      'First compare the running server with the contract; exit with 1 without printing or writing if it differs',
  },
  contract: { ...textOption, describe: 'With --pin: contract file; default: contract.json in the generated folder' },
  link: { ...flagOption, describe: 'Print links that install the server in VS Code and Cursor' },
  inspector: { ...flagOption, describe: 'Start the MCP Inspector for the server' },
  ...formatOptions,
  root: folderOptions.root,
  generated: folderOptions.generated,
} as const satisfies CommandOptions;

type ConnectArguments = InferredOptionTypes<typeof options> & { readonly client?: string };

/**
 * `connect`: prints the client configuration for the project's server, or writes it to the client's file. Lists the
 * clients if none is named. Exits with 1 if a file cannot be changed.
 */
export const connectCommand: Command = {
  options,
  positionals: { client: { type: 'string', describe: `One of ${clients.map(({ id }) => id).join(', ')}` } },
  run: runConnect,
};

async function runConnect(args: ConnectArguments, io: CliIo): Promise<number> {
  refuseCombinations(args);
  const root = path.resolve(io.cwd, args.root);
  if (!isFolder(root)) throw new UsageError(`--root must be an existing folder: ${args.root}`);
  const machine: Machine = { home: homedir(), platform, environment: env };
  if (args.name !== undefined && args.name !== toServerName(args.name)) {
    throw new UsageError(`--name must consist of letters, digits, hyphens and underscores, not "${args.name}".`);
  }
  const { name, arg: serverArgs, dev: isDev } = args;
  const server = await readServerProject(root, args.generated, { name, args: serverArgs, isDev });
  const remote = args.http === undefined ? undefined : parseRemote(server.name, args.http, args.header ?? []);
  const client = args.client === undefined ? undefined : findClient(args.client);
  const isStarted = (client !== undefined || args.link || args.inspector || args.pin) && !args.remove;
  if (isStarted && !remote && server.needsHttp) throw new UsageError(noStdioMessage);
  if (args.pin) {
    const { checkPinned } = await import('./connect/check-pinned.js');
    const file = args.contract ?? path.join(args.root, args.generated, 'contract.json');
    const exitCode = await checkPinned(remote ?? describeLocalServer(server, {}, machine, execPath), file, io);
    if (exitCode !== 0) return exitCode;
  }
  try {
    if (args.inspector) return await inspect(server, remote, machine, io);
    if (args.link) return printLinks({ server, remote, machine, chosen: client, json: isJson(args) }, io);
    if (!client) return await listClients(server, machine, isJson(args), io);
    const project = args.project === undefined ? undefined : path.resolve(io.cwd, args.project);
    if (project !== undefined && !isFolder(project)) {
      throw new UsageError(`--project must be an existing folder: ${args.project}`);
    }
    // Claude Code has a configuration file only in projects.
    const chosen = project ?? (client.userFile === undefined && client.projectFile !== undefined ? root : undefined);
    const describe = (folder?: string): LocalServer | RemoteServer =>
      remote ?? describeLocalServer(server, client, machine, execPath, folder);
    const [target, userTarget] = [describe(chosen), describe()];
    const connection = { client, server, target, userTarget, machine, project: chosen, args };
    return reportConnection(await changeConfiguration(connection), args, io);
  } catch (error) {
    const failure = describeFailure(error, io.cwd);
    if (isJson(args)) return writeJson({ ok: false, error: failure }, io);
    io.writeError(`error: ${failure.message}\n`);
    return 1;
  }
}

const noStdioMessage =
  'The server cannot be used over stdio, because an argument comes from the caller. ' +
  'Add --http with its URL, or add `stdio` to `bind` of the argument.';

/** @throws the error itself if it is a mistake of this program or of the command line */
function describeFailure(error: unknown, cwd: string): Failure {
  if (isSystemError(error)) return { code: 'system', message: visible(describeSystemError(error, cwd)) };
  if (error instanceof ConnectError) return { code: 'client', message: visible(error.message) };
  throw error;
}

/** Prints the result. Returns the exit code. */
function reportConnection({ out, notes, ...members }: ConnectionReport, args: ConnectArguments, io: CliIo): number {
  if (isJson(args)) return writeJson({ ok: true, ...members }, io);
  io.writeOut(out);
  io.writeError(notes);
  return 0;
}

/** @throws {UsageError} if options cannot be combined. */
function refuseCombinations(args: ConnectArguments): void {
  const { write, remove, link, inspector, client, header, arg, dev } = args;
  const change = write ? '--write' : remove ? '--remove' : undefined;
  if (write && remove) throw new UsageError('--write and --remove cannot be combined.');
  if (link && inspector) throw new UsageError('--link and --inspector cannot be combined.');
  if ((link || inspector) && change) throw new UsageError(`${change} cannot be combined with --link or --inspector.`);
  if (inspector && client !== undefined) throw new UsageError('--inspector cannot be combined with a client.');
  if (change && client === undefined) throw new UsageError(`${change} requires the name of a client, such as cursor.`);
  if (args['dry-run'] && !change) throw new UsageError('--dry-run requires --write or --remove.');
  if (arg && args.http !== undefined)
    throw new UsageError('--arg is for local servers and cannot be combined with --http.');
  if (dev && args.http !== undefined)
    throw new UsageError('--dev is for local servers and cannot be combined with --http.');
  if (args.contract !== undefined && !args.pin) throw new UsageError('--contract requires --pin.');
  if (header && args.http === undefined) throw new UsageError('--header requires --http.');
  if (inspector && isJson(args)) throw new UsageError('--inspector cannot be combined with --json or --format.');
}

function findClient(id: string): Client {
  const ids = clients.map((client) => client.id);
  const found = clients.find((client) => client.id === id);
  if (found) return found;
  const help = `Clients: ${ids.join(', ')}.`;
  throw new UsageError(`Unknown client "${id}". ${didYouMean(id, ids)?.text.replace('did', 'Did') ?? help}`);
}

function parseRemote(name: string, address: string, headers: readonly string[]): RemoteServer {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/u.test(url.protocol)) {
    throw new UsageError(`--http must be a URL such as https://example.com/mcp, not "${address}".`);
  }
  return { name, url: address, headers: headers.map(parseHeader) };
}

/** @see https://www.rfc-editor.org/rfc/rfc9110.html#section-5.1 */
function parseHeader(text: string): Header {
  const [, name, rest = ''] = /^([\w!#$%&'*+.^`|~-]+):([^\r\n]*)$/u.exec(text) ?? [];
  const value = rest.trim();
  if (name !== undefined && value !== '') return { name, value };
  throw new UsageError(
    `--header must be a name and a value, such as 'Authorization: Bearer \${TOKEN}', not "${text}".`,
  );
}

interface LinkRequest {
  readonly server: ServerProject;
  readonly remote: RemoteServer | undefined;
  readonly machine: Machine;
  readonly chosen: Client | undefined;
  readonly json: boolean;
}

function printLinks({ server, remote, machine, chosen, json }: LinkRequest, io: CliIo): number {
  const makers = { vscode: linkVsCode, cursor: linkCursor };
  if (chosen && !Object.hasOwn(makers, chosen.id)) {
    throw new UsageError(`${chosen.title} does not support install links; only vscode and cursor do.`);
  }
  const links = Object.entries(makers).flatMap(([id, makeLink]) => {
    const client = findClient(id);
    if (chosen && chosen !== client) return [];
    const entry = remote
      ? client.remote?.(remote)
      : client.local(describeLocalServer(server, client, machine, execPath));
    return entry ? [{ client: id, title: client.title, ...makeLink(server.name, entry) }] : [];
  });
  if (json) return writeJson({ ok: true, links }, io);
  io.writeOut(links.map(({ title, direct, web }) => `${title}\n  ${direct}\n  ${web}\n`).join(''));
  if (!remote)
    io.writeError(
      'note: The links contain paths on this machine, so only you can use them. To share links, use --http.\n',
    );
  return 0;
}

/** Runs the Inspector until it exits. */
async function inspect(
  server: ServerProject,
  remote: RemoteServer | undefined,
  machine: Machine,
  io: CliIo,
): Promise<number> {
  const [major = 0, minor = 0] = versions.node.split('.').map(Number);
  const isOld = major < inspectorNode[0] || (major === inspectorNode[0] && minor < inspectorNode[1]);
  if (isOld)
    io.writeError(
      `note: The Inspector requires Node ${inspectorNode.join('.')} or later. This is Node ${versions.node}.\n`,
    );
  const target: RemoteServer | LocalServer = remote ?? describeLocalServer(server, {}, machine, execPath);
  const { command, args } = inspectorCommand(target, machine);
  // Ctrl+C also reaches the Inspector; wait until it has exited.
  io.openProcess();
  const child = spawn(command, args, { cwd: server.root, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}
