import { randomBytes } from 'node:crypto';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { formatDiagnostics, type SourceTexts } from '../diagnostics/format-diagnostics.js';
import type { DevFront } from '../dev/dev-front.js';
import { openHttpFront, type HttpFrontOptions } from '../dev/open-http-front.js';
import { openStdioFront } from '../dev/open-stdio-front.js';
import { runDev, type DevReports } from '../dev/run-dev.js';
import { isSystemError } from '../write/system-error.js';
import type { CliIo } from './cli-io.js';
import type { DevArguments } from './dev-options.js';
import { resolveProject } from './generate-command.js';
import { summariseChanges } from './summarise-changes.js';
import { UsageError } from './usage-error.js';

/**
 * Serves a client while the server is worked on. Standard output belongs to the protocol; all that is told goes to
 * standard error.
 *
 * @returns the exit code: 1 when there was no server to answer with
 * @throws {UsageError} for folders that cannot work together, and a project that does not exist
 */
export async function runDevCommand(given: DevArguments, io: CliIo): Promise<number> {
  const options = { ...(await resolveProject(given, io.cwd)), check: false, force: given.force, strict: given.strict };
  const { input, output, environment, stopped } = io.openProcess();
  // Flows that are open when the server is replaced are sealed with a key that the next one knows.
  const keys = environment['MCP_STATE_KEYS'] ?? randomBytes(32).toString('base64url');
  const common = {
    root: options.root,
    environment: { MCP_STATE_KEYS: keys },
    report: (text: string) => io.writeError(`${text}\n`),
  };
  const front =
    given.http === undefined ? openStdioFront({ ...common, input, output }) : await openHttp(given.http, common);
  const hasServed = await runDev(options, front, reportTo(io), stopped);
  input.destroy();
  return hasServed ? 0 : 1;
}

async function openHttp(given: string, options: Omit<HttpFrontOptions, 'port'>): Promise<DevFront> {
  const port = given === '' ? 3000 : Number(given);
  if (!/^\d*$/u.test(given) || port > 65_535) throw new UsageError('--http takes a port: a number up to 65535.');
  try {
    return await openHttpFront({ ...options, port });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new UsageError(`Nothing can listen at port ${port} (${error.code}).`);
  }
}

/** Tells each finding once, until it is another. */
function reportTo(io: CliIo): DevReports {
  const last = new Map<string, string>();
  const tell = (kind: string, text: string, allClear: string): void => {
    const earlier = last.get(kind) ?? '';
    last.set(kind, text);
    if (text === earlier) return;
    io.writeError(text === '' ? `${allClear}\n` : text);
  };
  const format = (diagnostics: readonly Diagnostic[], sources: SourceTexts): string =>
    formatDiagnostics(diagnostics, sources, { color: io.color });
  return {
    generated(report) {
      tell('definitions', format(report.diagnostics, report.sources), 'The definitions are in order again.');
      io.writeError(summariseChanges(report));
    },
    bundled: (diagnostics, sources) => tell('code', format(diagnostics, sources), 'The code can be bundled again.'),
    checked: (text) => tell('types', text, 'The types are in order again.'),
  };
}
