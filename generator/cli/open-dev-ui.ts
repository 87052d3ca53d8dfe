import process, { platform } from 'node:process';
import type { DevUiOptions, DevUi } from '../tools/dev-ui/host/start-dev-ui.js';
import { startDevUi } from '../tools/dev-ui/host/start-dev-ui.js';
import { readDevUi } from '../core/package/read-dev-ui.js';
import type { CliIo } from './cli-io.js';

/** Serves the Dev UI, prints its URL, and opens it in the browser if a user is at the terminal. */
export async function openDevUi(options: Omit<DevUiOptions, 'page'>, io: CliIo): Promise<DevUi> {
  const host = await startDevUi({ ...options, page: readDevUi() });
  // The Inspector has its own process group, which a second Ctrl+C does not reach.
  process.once('exit', () => options.inspector.close());
  io.writeError(`Dev UI: ${host.url}\n`);
  if (io.isInteractive) void openBrowser(host.url, io).catch(() => false);
  return host;
}

/** Opens a URL in the user's browser. Fails silently, because the URL has been printed. */
function openBrowser(url: string, io: CliIo): Promise<boolean> {
  if (platform === 'darwin') return io.runProgram('open', [url], io.cwd);
  if (platform === 'win32') return io.runProgram('explorer', [`"${url}"`], io.cwd);
  return io.runProgram('xdg-open', [url], io.cwd);
}
