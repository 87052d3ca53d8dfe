import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openService } from '../../runtime/node/start.js';
import { serveHttp } from '../../runtime/node/serve-http.js';
import { serveStdio } from '../../runtime/node/serve-stdio.js';
import { controlServer } from '../../runtime/service/server-control.js';

/** The parts of a runtime that the wire kit starts servers with. */
export interface RuntimeUnderTest {
  readonly openService: typeof openService;
  readonly serveHttp: typeof serveHttp;
  readonly serveStdio: typeof serveStdio;
  readonly controlServer: typeof controlServer;
}

/** The runtime as it stands in the sources. */
export const sourceRuntime: RuntimeUnderTest = { openService, serveHttp, serveStdio, controlServer };

/** Loads a built runtime from a folder, apart from all others. */
export async function loadRuntime(folder: string): Promise<RuntimeUnderTest> {
  const files = ['node/start.js', 'node/serve-http.js', 'node/serve-stdio.js', 'service/server-control.js'];
  const modules = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ pathToFileURL(path.join(folder, file)).href) as Promise<object>),
  );
  return Object.assign({}, ...modules) as RuntimeUnderTest;
}
