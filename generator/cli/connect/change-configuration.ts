import path from 'node:path';
import { hasEntry, removeEntry, setEntry } from '../../outputs/connect/edit-configuration.js';
import { checkVariables } from '../../outputs/connect/header-variables.js';
import {
  ConnectError,
  type Entry,
  type Client,
  type LocalServer,
  type Machine,
  type RemoteServer,
} from '../../outputs/connect/client.js';
import { clients } from '../../outputs/connect/clients.js';
import type { ServerProject } from '../../outputs/connect/local-server.js';
import {
  applyChange,
  planChange,
  whileLocked,
  type ConfigChange,
  type ConfigFile,
} from '../../outputs/connect/write-configuration.js';
import type { SuggestedEdit } from '../../core/diagnostics/suggest-edits.js';
import { visible } from '../../core/diagnostics/format-diagnostics.js';
import { formatEdit } from '../../feature-kit/load/format-edit.js';
import { nodeFileSystem } from '../../pipeline/write/file-system.js';
import type { CliIo } from '../cli-io.js';
import { UsageError } from '../command.js';
import { writeJson } from '../json-report.js';
import { formatUnifiedDiff, listEdits } from '../report-formats.js';

/** Server to add to, or remove from, a client configuration. */
interface Connection {
  readonly client: Client;
  readonly server: ServerProject;
  readonly target: LocalServer | RemoteServer;
  /** The server as configured for all projects of the user. */
  readonly userTarget: LocalServer | RemoteServer;
  readonly machine: Machine;
  /** Absolute path of the project whose file is changed; absent to change the user's file. */
  readonly project: string | undefined;
  readonly args: {
    readonly write: boolean;
    readonly remove: boolean;
    readonly 'dry-run': boolean;
  };
}

/** Result of printing or changing a client configuration. */
export interface ConnectionReport {
  readonly client: string;
  /** Name of the server in the configuration. */
  readonly server: string;
  /** Absolute path of the configuration file; absent if the client documents none. */
  readonly file?: string | undefined;
  /** `printed` and `planned`: nothing was written. */
  readonly state: 'printed' | 'planned' | 'written' | 'removed' | 'unchanged';
  /** Text of the configuration, with `printed`. */
  readonly configuration?: string;
  /** With `planned`: what would change. */
  readonly edits?: readonly SuggestedEdit[];
  /** Absolute path of the backup of the previous file. */
  readonly backup?: string;
  /** Text for stdout and stderr. */
  readonly out: string;
  readonly notes: string;
}

/** Returns the configuration of a server for a client, or changes the client's file. */
export async function changeConfiguration(connection: Connection): Promise<ConnectionReport> {
  const { client, args, server } = connection;
  const entry = args.remove ? {} : makeEntry(connection);
  const file = findFile(connection);
  if (!args.write && !args.remove) {
    const out = setEntry(client, '', server.name, entry, client.newEntry);
    const notes = explain(connection, file);
    return { ...nameOf(connection), file: file?.path, state: 'printed', configuration: out, out, notes };
  }
  if (!file)
    throw new ConnectError(
      `${client.title} does not document a configuration file. ${client.byHand?.(connection.userTarget) ?? ''}`,
    );
  const change = (): Promise<ConnectionReport> => changeFile(connection, file, entry);
  return args['dry-run'] ? change() : whileLocked(file, change);
}

function nameOf({ client, server }: Connection): Pick<ConnectionReport, 'client' | 'server'> {
  return { client: client.id, server: server.name };
}

async function changeFile(connection: Connection, file: ConfigFile, entry: Entry): Promise<ConnectionReport> {
  const { client, args, server } = connection;
  const edit = (text: string): string =>
    args.remove ? removeEntry(client, text, server.name) : setEntry(client, text, server.name, entry, client.newEntry);
  const change = await formatChange(file, await planChange(file, edit));
  const shown = visible(file.path);
  const report = { ...nameOf(connection), file: file.path };
  if (change.after === (change.before ?? '')) {
    const state = args.remove ? `does not have ${server.name} configured` : `already has ${server.name} configured`;
    return { ...report, state: 'unchanged', out: `${client.title} ${state}: ${shown}\n`, notes: '' };
  }
  if (args['dry-run']) {
    const lines = formatUnifiedDiff([{ path: file.path, ...change }], Number.POSITIVE_INFINITY, 0);
    const out = lines.map((line) => `${line}\n`).join('');
    const edits = listEdits(file.path, change.before ?? '', change.after);
    return { ...report, state: 'planned', edits, out, notes: 'Nothing was written (--dry-run).\n' };
  }
  const copy = await applyChange(file, change, new Date());
  return {
    ...report,
    state: args.remove ? 'removed' : 'written',
    ...(copy !== undefined && { backup: copy }),
    out: [
      `${args.remove ? 'Removed' : 'Wrote'} ${server.name}: ${shown}\n`,
      copy === undefined ? '' : `Backup of the previous file: ${visible(copy)}\n`,
      `${client.reload}\n`,
    ].join(''),
    notes: args.remove ? '' : remarks(connection),
  };
}

/** Formats a project file like the rest of the project. User files are left in the client's own formatting. */
async function formatChange({ path: file, project }: ConfigFile, change: ConfigChange): Promise<ConfigChange> {
  if (project === undefined) return change;
  return { ...change, after: await formatEdit(project, path.relative(project, file), change.before, change.after) };
}

/** Lists all clients, and shows which are installed and which have the server configured. */
export async function listClients(server: ServerProject, machine: Machine, json: boolean, io: CliIo): Promise<number> {
  const states = await Promise.all(clients.map((client) => findState(client, server, machine)));
  if (json) return writeJson({ ok: true, server: server.name, clients: states }, io);
  const words = { configured: 'server configured', installed: 'found', absent: '' };
  const width = Math.max(...clients.map(({ id }) => id.length));
  for (const { id, title, state } of states) {
    io.writeOut(`${id.padEnd(width)}  ${title.padEnd(24)}${words[state]}`.trimEnd().concat('\n'));
  }
  io.writeError(
    `\nTo print the configuration for ${server.name}: create-mcp-from-schema connect <client>. To write it, add --write.\n`,
  );
  return 0;
}

async function findState(client: Client, server: ServerProject, machine: Machine) {
  const isInstalled = (await nodeFileSystem.kindOf(client.trace(machine)).catch(() => undefined)) !== undefined;
  const files = [client.userFile?.(machine), client.projectFile && path.join(server.root, client.projectFile)];
  const texts = await Promise.all(
    files.map((file) => (file ? nodeFileSystem.readText(file).catch(() => undefined) : undefined)),
  );
  const isKnown = texts.some((text) => text !== undefined && hasEntry(client, text, server.name));
  const state = isKnown ? 'configured' : isInstalled ? 'installed' : 'absent';
  return { id: client.id, title: client.title, state } as const;
}

/** @throws {ConnectError} if the client cannot reach such a server. */
function makeEntry({ client, target }: Connection): Entry {
  if ('command' in target) return client.local(target);
  if (!client.remote) {
    throw new ConnectError(
      `In ${client.title}, URLs are entered in its settings: ${client.remoteByHand ?? 'see its documentation'}.`,
    );
  }
  checkVariables(client, target.headers);
  return client.remote(target);
}

function findFile({ client, machine, project }: Connection): ConfigFile | undefined {
  if (project === undefined) {
    const file = client.userFile?.(machine);
    return file === undefined ? undefined : { path: file };
  }
  if (client.projectFile === undefined)
    throw new UsageError(`${client.title} has no project configuration file. Omit --project.`);
  return { path: path.join(project, client.projectFile), project };
}

/** Explains where the printed configuration belongs. */
function explain(connection: Connection, file: ConfigFile | undefined): string {
  const { client, userTarget } = connection;
  const lines: string[] = [];
  if (file) {
    const scope = file.project === undefined ? 'all projects' : 'this project';
    lines.push(`${client.title} reads it from ${file.path} (${scope}). Add --write to write it there.`);
  }
  const byHand = client.byHand?.(userTarget);
  if (byHand !== undefined) lines.push(byHand);
  return `\n${lines.map((line) => `${visible(line)}\n`).join('')}${remarks(connection)}`;
}

/** Formats the lines after the configuration: remaining steps and variables that the server reads. */
function remarks({ client, server, target }: Connection): string {
  const notes: string[] = [];
  if ('url' in target) {
    if (target.headers.length === 0 && client.signIn !== undefined) {
      notes.push(`If the server requires sign-in (OAuth): ${client.signIn}.`);
    }
  } else {
    const { missing, variables, hasEnvironmentFile, devProgram } = server;
    const step = devProgram !== undefined && missing.includes(devProgram) ? 'npm install' : 'npm run build';
    if (missing.length > 0) notes.push(`${missing.join(' and ')} does not exist yet. Run \`${step}\`.`);
    const names = variables.join(', ');
    if (hasEnvironmentFile) notes.push(`The server reads these variables from .env: ${names}.`);
    else if (names !== '')
      notes.push(`To set ${names}, copy generated/env.example to .env and fill it in. The server reads .env.`);
  }
  return notes.map((note) => `note: ${visible(note)}\n`).join('');
}
