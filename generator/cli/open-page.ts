import process, { platform } from 'node:process';
import type { PageHostOptions, PageHost } from '../tools/dev-ui/host/start-page-host.js';
import { startPageHost } from '../tools/dev-ui/host/start-page-host.js';
import { readDevUi } from '../core/package/read-dev-ui.js';
import type { CliIo } from './cli-io.js';

/** Serves the inspection page, prints its address, and opens it in the browser when a user is at the terminal. */
export async function openPage(options: Omit<PageHostOptions, 'page'>, io: CliIo): Promise<PageHost> {
  const host = await startPageHost({ ...options, page: readDevUi() });
  // The Inspector has a process group of its own, which gets no Ctrl+C: a second one ends this process at once.
  process.once('exit', () => options.inspector.close());
  io.writeError(`The Dev UI is at ${host.url}\n`);
  if (io.isInteractive) void openBrowser(host.url, io).catch(() => false);
  return host;
}

/** Opens an address in the browser of the user. Where there is none, the printed address is enough. */
function openBrowser(url: string, io: CliIo): Promise<boolean> {
  if (platform === 'darwin') return io.runProgram('open', [url], io.cwd);
  if (platform === 'win32') return io.runProgram('explorer', [`"${url}"`], io.cwd);
  return io.runProgram('xdg-open', [url], io.cwd);
}
