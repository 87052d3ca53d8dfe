import { execPath, platform } from 'node:process';
import type { Readable } from 'node:stream';
import { inspectorCommand } from '../outputs/connect/inspector-command.js';
import { describeLocalServer, readServerProject } from '../outputs/connect/local-server.js';
import type { HttpProxyOptions } from '../tools/dev/open-http-proxy.js';
import type { DevProxy } from '../tools/dev/run-dev.js';
import type { JsonObject } from '../../runtime/wire/json.js';
import type { ProjectReport } from '../tools/dev-ui/host/host-event.js';
import { combineProxies, openDevServers } from '../tools/dev-ui/host/dev-servers.js';
import { describeTool } from '../tools/dev-ui/host/describe-tool.js';
import { InspectorLauncher } from '../tools/dev-ui/host/start-inspector.js';
import { saveCall, type SaveFolders } from '../tools/dev-ui/host/save/save-call.js';
import { visible } from '../core/diagnostics/format-diagnostics.js';
import type { CliIo } from './cli-io.js';
import { openDevUi } from './open-dev-ui.js';

/** Project and clients of a `dev` session with the Dev UI. */
export interface ProjectUiOptions {
  readonly project: SaveFolders & { readonly out: string };
  /** Options of the servers behind the Dev UI. */
  readonly servers: Omit<HttpProxyOptions, 'port'>;
  /** Proxy for HTTP clients. */
  readonly client: DevProxy | undefined;
  /** Opens the proxy for a client on stdin and stdout. */
  readonly openClient: () => DevProxy;
  /** Input stream: stdin. */
  readonly input: Readable;
}

/** Dev UI of a `dev` session. */
export interface ProjectUi {
  /** Proxy for the Dev UI and other clients. */
  readonly proxy: DevProxy;
  readonly report: (report: ProjectReport) => void;
  /** Records the files that changed in the next version. */
  readonly noteChanged: (files: readonly string[]) => void;
  close(): Promise<void>;
}

/**
 * Opens the Dev UI for a `dev` session. The Dev UI has its own server processes. Another client, connected over HTTP or
 * stdin (unless stdin is a terminal), also gets its own server process.
 */
export async function openProjectUi(options: ProjectUiOptions, io: CliIo): Promise<ProjectUi> {
  const { project, servers, client, openClient, input } = options;
  const pages = openDevServers(servers);
  const target = {
    label: visible(project.root),
    transport: 'stdio' as const,
    canSave: true,
    inspector: 'npx create-mcp-from-schema connect --inspector',
  };
  const inspector = new InspectorLauncher(() => findInspector(project, servers.serverArgs), project.root);
  const save = inTurn((call: JsonObject) => saveCall(project, call));
  const describe = (name: string) => describeTool(project, name);
  const host = await openDevUi({ target, openLink: pages.openLink, save, describeTool: describe, inspector }, io);
  const others = client !== undefined ? [client] : io.isInteractive ? [] : [unlessSilent(openClient(), input)];
  return {
    proxy: combineProxies([pages.proxy, ...others]),
    report: (report) => host.announce({ kind: 'report', report }),
    noteChanged: pages.noteChanged,
    close: () => host.close(),
  };
}

/** Returns the command that starts the Inspector for the built server. */
async function findInspector({ root, out }: ProjectUiOptions['project'], args: readonly string[]) {
  const server = await readServerProject(root, out, { args });
  if (server.missing.length > 0) {
    const missing = server.missing.join(' and ');
    return {
      problem: `MCP Inspector starts the built server, but ${missing} is missing. Run \`npm run build\` first.`,
    };
  }
  return inspectorCommand(describeLocalServer(server, {}, { platform }, execPath), { platform });
}

/** Wraps a proxy so that its input ends only if there was any input. Without a client, the Dev UI stays open. */
function unlessSilent(proxy: DevProxy, input: Readable): DevProxy {
  const begun = new Promise<void>((resolve) => input.once('data', () => resolve()));
  return { ...proxy, inputEnded: Promise.all([begun, proxy.inputEnded]).then(() => {}) };
}

/** Serializes calls of a function, because two calls may change the same file. */
function inTurn<Given, Result>(act: (argument: Given) => Promise<Result>): (argument: Given) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (argument) => {
    const next = last.then(() => act(argument));
    last = next.catch(() => undefined);
    return next;
  };
}
