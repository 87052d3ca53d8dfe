import { randomBytes } from 'node:crypto';
import type { InferredOptionTypes } from 'yargs';
import type { Diagnostic } from '../core/diagnostics/diagnostic.js';
import { formatDiagnostics, type SourceTexts } from '../core/diagnostics/format-diagnostics.js';
import { openHttpProxy, type HttpProxyOptions } from '../tools/dev/open-http-proxy.js';
import { openStdioProxy } from '../tools/dev/open-stdio-proxy.js';
import { runDev, type DevProxy, type DevReports } from '../tools/dev/run-dev.js';
import { isSystemError } from '../pipeline/write/system-error.js';
import type { ProjectReport } from '../tools/dev-ui/host/host-event.js';
import type { CliIo } from './cli-io.js';
import { argOption, flagOption, textOption, UsageError, type Command, type CommandOptions } from './command.js';
import type { ProjectUi, ProjectUiOptions } from './open-project-ui.js';
import { bundleOptions, resolveProject, writeOptions } from './project-options.js';
import { summarizeChanges } from './report-text.js';

const options = {
  ...writeOptions,
  ...bundleOptions,
  http: {
    type: 'string',
    describe: 'Serve over HTTP on 127.0.0.1 instead of stdio; port: default 3000, 0 for any free port',
  },
  ui: { ...flagOption, describe: 'Open a page in the browser to view, call and test the server' },
  'no-check': { ...flagOption, describe: 'Also start versions with type errors' },
  arg: argOption,
  toolsets: { ...textOption, describe: 'Serve only the tools of these toolsets, separated by commas' },
} as const satisfies CommandOptions;

/**
 * `dev`: serves a client with hot reload. stdout is reserved for the protocol; all reports go to stderr. Exits with 1
 * if no server ever started.
 */
export const devCommand: Command = {
  options,
  async run(args: InferredOptionTypes<typeof options>, io: CliIo) {
    const { force, strict, external = [], bundle: bundled = [] } = args;
    const project = {
      ...resolveProject(args, io.cwd),
      check: false,
      force,
      strict,
      external,
      bundled,
      noCheck: args['no-check'],
    };
    const { input, output, environment, stopped } = io.openProcess();
    // A restarted server must be able to unseal its predecessor's state.
    const keys = environment['MCP_STATE_KEYS'] ?? randomBytes(32).toString('base64url');
    const common = {
      root: project.root,
      environment: { MCP_STATE_KEYS: keys, ...(args.toolsets !== undefined && { MCP_TOOLSETS: args.toolsets }) },
      serverArgs: args.arg ?? [],
      report: (text: string) => io.writeError(`${text}\n`),
    };
    const openClient = (): DevProxy => openStdioProxy({ ...common, input, output });
    const client = args.http === undefined ? undefined : await openHttp(args.http, common);
    if (args.http === undefined && io.isInteractive) io.writeError(args.ui ? pageHint : stdioHint);
    const page = args.ui ? await openUi({ project, servers: common, client, openClient, input }, io) : undefined;
    const proxy = page?.proxy ?? client ?? openClient();
    const reports = { ...reportTo(io, page?.report), changed: page?.noteChanged ?? (() => {}) };
    const hasServed = await runDev(project, proxy, reports, stopped);
    input.destroy();
    await page?.close();
    return hasServed ? 0 : 1;
  },
};

/** Opens the Dev UI. Its code is loaded lazily. */
async function openUi(options: ProjectUiOptions, io: CliIo): Promise<ProjectUi> {
  const { openProjectUi } = await import('./open-project-ui.js');
  return openProjectUi(options, io);
}

async function openHttp(args: string, options: Omit<HttpProxyOptions, 'port'>): Promise<DevProxy> {
  const port = args === '' ? 3000 : Number(args);
  if (!/^\d*$/u.test(args) || port > 65_535) throw new UsageError('--http must be a port number up to 65535.');
  try {
    return await openHttpProxy({ ...options, port });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new UsageError(`The server cannot listen on port ${port} (${error.code}).`);
  }
}

const keptHint =
  'The previous version, which has no type errors, keeps running. To start versions with type errors, use dev --no-check.\n';

const waitingHint =
  'No server is started until the type errors are fixed. To start one with type errors, use dev --no-check.\n';

const stdioHint =
  'Serving over stdio for a client that starts this command (see README.md). ' +
  'For clients that connect to a URL, use --http. Press Ctrl+C to stop.\n';

const pageHint = 'For clients that connect to a URL, use --http. Press Ctrl+C to stop.\n';

/** Reports to stderr and to the Dev UI. Omits repeated messages and announces resolved problems. */
function reportTo(io: CliIo, tellPage: (report: ProjectReport) => void = () => {}): Omit<DevReports, 'changed'> {
  const last = new Map<string, string>();
  const report = (kind: string, text: string, allClear: string): void => {
    const earlier = last.get(kind) ?? '';
    last.set(kind, text);
    if (text === earlier) return;
    io.writeError(text === '' ? `${allClear}\n` : text);
  };
  const format = (diagnostics: readonly Diagnostic[], sources: SourceTexts): string =>
    formatDiagnostics(diagnostics, sources, { color: io.color });
  return {
    generated(result) {
      report('definitions', format(result.diagnostics, result.sources), 'The definitions no longer have errors.');
      io.writeError(summarizeChanges(result));
      const errors = result.diagnostics.filter(({ severity }) => severity === 'error');
      tellPage({ topic: 'definitions', text: formatDiagnostics(errors, result.sources, { color: false }) });
    },
    bundled(diagnostics, sources) {
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
      report('code', format(errors, sources), 'The code can be bundled again.');
      report('warnings', format(warnings, sources), 'The bundler no longer reports warnings.');
      tellPage({ topic: 'code', text: formatDiagnostics(errors, sources, { color: false }) });
    },
    checked({ text, obstacle }, isKept) {
      const effect = obstacle === undefined ? '' : isKept ? keptHint : waitingHint;
      report('types', text + effect, 'The type checker no longer reports errors.');
      tellPage({ topic: 'types', text });
    },
  };
}
