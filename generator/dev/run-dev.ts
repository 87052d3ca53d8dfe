import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { execPath } from 'node:process';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { SourceTexts } from '../diagnostics/format-diagnostics.js';
import { renderDevServer } from '../emit/emit-project.js';
import type { GenerateOptions, GenerateReport } from '../generate.js';
import { loadPackage } from '../package/load-package.js';
import { isGitAtWork } from '../watch/git-at-work.js';
import { generatePatiently, runSerially } from '../watch/watch-definitions.js';
import { listWatchedFolders, watchFolders } from '../watch/watch-folders.js';
import { locateTypeErrors } from '../write/locate-type-errors.js';
import { openBundler } from './bundle-server.js';

/** The part of `dev` that faces the client: it stays while servers are replaced. */
export interface DevProxy {
  /** Starts a new version of the server. */
  replace(code: string): void;
  /** Resolves when no version is starting. */
  whenSettled(): Promise<void>;
  /** Resolves when the client has closed its output. Over HTTP it never does. */
  readonly inputEnded: Promise<void>;
  /**
   * Ends all servers after they have answered all requests.
   *
   * @returns Whether there was a server to answer them.
   */
  finish(): Promise<boolean>;
  /** Ends all servers; each answers only its open requests. */
  stop(): Promise<void>;
}

/** Callbacks for the results of a session of `dev`. */
export interface DevReports {
  /** Called after each run of the generator. */
  readonly generated: (report: GenerateReport) => void;
  /** Called after each bundling with its errors; none: the server was bundled. */
  readonly bundled: (diagnostics: readonly Diagnostic[], sources: SourceTexts) => void;
  /** Called with the output of the type checker; empty: there are no type errors. */
  readonly checked: (text: string) => void;
}

/**
 * Generates, bundles and serves, again after each change, until the client closes its output. Errors are reported, and
 * leave the present server as it is.
 *
 * @param stopped Resolves when the session is to end at once.
 * @returns Whether there was a server for the client.
 */
export async function runDev(
  options: GenerateOptions,
  proxy: DevProxy,
  reports: DevReports,
  stopped: Promise<void>,
): Promise<boolean> {
  const { root, definitions, handlers, out } = options;
  const bundler = await openBundler(root, out, renderDevServer(options, loadPackage().render));
  const ending = new AbortController();
  let served: string | undefined;

  const types = runSerially(async () => {
    const found = await checkTypes(root, ending.signal);
    if (found !== undefined && !ending.signal.aborted) reports.checked(await locateTypeErrors(root, out, found));
  });
  const cycles = runSerially(async () => {
    const report = await generatePatiently(options, watch);
    reports.generated(report);
    // With errors in the definitions, what was generated before is still there.
    const bundle = await bundler.bundle();
    if (!bundle.ok) {
      if (report.ok) reports.bundled(bundle.diagnostics, bundle.sources);
      return;
    }
    reports.bundled([], new Map());
    watch.set(
      listWatchedFolders(
        root,
        [definitions, handlers],
        bundle.inputs.filter((file) => !isBelow(file, out)),
      ),
    );
    if (bundle.code === served) return;
    served = bundle.code;
    proxy.replace(bundle.code);
    void proxy.whenSettled().then(() => types.request());
  });
  const watch = watchFolders(
    () => cycles.request(),
    () => isGitAtWork(root),
  );
  watch.set(listWatchedFolders(root, [definitions, handlers], []));
  cycles.request();

  const isStopped = await Promise.race([stopped.then(() => true), proxy.inputEnded.then(() => false)]);
  watch.close();
  if (!isStopped) await cycles.whenIdle();
  cycles.stop();
  types.stop();
  const hasServed = isStopped ? await proxy.stop().then(() => true) : await finishUnlessStopped(proxy, stopped);
  ending.abort();
  await bundler.close();
  return hasServed;
}

async function finishUnlessStopped(proxy: DevProxy, stopped: Promise<void>): Promise<boolean> {
  void stopped.then(() => proxy.stop());
  return proxy.finish();
}

function isBelow(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`);
}

/** Milliseconds that the compiler may take. */
const patienceMs = 120_000;

/**
 * Checks the types of a project with its own compiler and configuration, in another process. Returns the output of the
 * compiler: empty without errors; `undefined` where there is no compiler or no `tsconfig.json`, and after an abort.
 */
function checkTypes(root: string, signal: AbortSignal): Promise<string | undefined> {
  const compiler = findCompiler(root);
  if (compiler === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const options = { cwd: root, signal, timeout: patienceMs, maxBuffer: 16 * 1024 * 1024 };
    execFile(execPath, [compiler, '--noEmit', '--pretty', 'false'], options, (error, stdout) => {
      if (error === null) resolve('');
      else resolve(stdout === '' ? undefined : stdout);
    });
  });
}

function findCompiler(root: string): string | undefined {
  if (!existsSync(path.join(root, 'tsconfig.json'))) return undefined;
  try {
    const manifest = createRequire(path.join(root, 'package.json')).resolve('typescript/package.json');
    const compiler = path.join(path.dirname(manifest), 'bin', 'tsc');
    return existsSync(compiler) ? compiler : undefined;
  } catch {
    return undefined;
  }
}
