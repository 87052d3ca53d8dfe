import { randomBytes } from 'node:crypto';
import type { InferredOptionTypes } from 'yargs';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { formatDiagnostics, type SourceTexts } from '../diagnostics/format-diagnostics.js';
import { openHttpProxy, type HttpProxyOptions } from '../dev/open-http-proxy.js';
import { openStdioProxy } from '../dev/open-stdio-proxy.js';
import { runDev, type DevProxy, type DevReports } from '../dev/run-dev.js';
import { isSystemError } from '../write/system-error.js';
import type { CliIo } from './cli-io.js';
import { argOption, textOption, UsageError, type Command, type CommandOptions } from './command.js';
import { bundleOptions, resolveProject, writeOptions } from './project-options.js';
import { summariseChanges } from './report-text.js';

const options = {
  ...writeOptions,
  ...bundleOptions,
  http: {
    type: 'string',
    describe:
      'Serve over HTTP at 127.0.0.1 instead of standard input and output; port: default 3000, 0 for any free one',
  },
  arg: argOption,
  toolsets: { ...textOption, describe: 'Serve only the tools of these toolsets, separated by commas' },
} as const satisfies CommandOptions;

/**
 * `dev`: serves a client while definitions and handlers are edited. Standard output belongs to the protocol; all reports
 * go to standard error. The exit code is 1 when there never was a server.
 */
export const devCommand: Command = {
  options,
  async run(given: InferredOptionTypes<typeof options>, io: CliIo) {
    const { force, strict, external = [], bundle: bundled = [] } = given;
    const project = { ...resolveProject(given, io.cwd), check: false, force, strict, external, bundled };
    const { input, output, environment, stopped } = io.openProcess();
    // A server must be able to open the sealed state of the server before it.
    const keys = environment['MCP_STATE_KEYS'] ?? randomBytes(32).toString('base64url');
    const common = {
      root: project.root,
      environment: { MCP_STATE_KEYS: keys, ...(given.toolsets !== undefined && { MCP_TOOLSETS: given.toolsets }) },
      ownArgs: given.arg ?? [],
      report: (text: string) => io.writeError(`${text}\n`),
    };
    const proxy =
      given.http === undefined ? openStdioProxy({ ...common, input, output }) : await openHttp(given.http, common);
    if (given.http === undefined && io.isInteractive) {
      io.writeError(
        'Serving over standard input and output, for a client that starts this command (see README.md). ' +
          'For a client with a URL: --http. Ctrl+C ends it.\n',
      );
    }
    const hasServed = await runDev(project, proxy, reportTo(io), stopped);
    input.destroy();
    return hasServed ? 0 : 1;
  },
};

async function openHttp(given: string, options: Omit<HttpProxyOptions, 'port'>): Promise<DevProxy> {
  const port = given === '' ? 3000 : Number(given);
  if (!/^\d*$/u.test(given) || port > 65_535) throw new UsageError('--http takes a port: a number up to 65535.');
  try {
    return await openHttpProxy({ ...options, port });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new UsageError(`The server cannot listen on port ${port} (${error.code}).`);
  }
}

/** Reports to standard error. The same text is not repeated; when a problem is gone, a sentence tells so. */
function reportTo(io: CliIo): DevReports {
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
      report('definitions', format(result.diagnostics, result.sources), 'The definitions have no errors any more.');
      io.writeError(summariseChanges(result));
    },
    bundled: (diagnostics, sources) => report('code', format(diagnostics, sources), 'The code can be bundled again.'),
    checked: (text) => report('types', text, 'The type checker reports no errors any more.'),
  };
}
