import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { listProjectFiles } from '../build/file-package.js';
import { openBundler, type BundleChoices } from '../build/server-bundler.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import type { SourceTexts } from '../../core/diagnostics/format-diagnostics.js';
import { renderDevServer } from '../../pipeline/emit/emit-project.js';
import type { GenerateOptions, GenerateReport } from '../../generate.js';
import { loadPackage } from '../../core/package/load-package.js';
import { isGitAtWork } from '../watch/git-at-work.js';
import { FileChanges } from './file-changes.js';
import { optionalModules } from './optional-modules.js';
import { TypeGate, type TypeVerdict } from './type-gate.js';
import { generatePatiently, runSerially } from '../watch/watch-definitions.js';
import { listWatchedFolders, watchFolders } from '../watch/watch-folders.js';

/** Values of environment variables, in the root of the project. */
const environmentFile = '.env';

/** Name of the entrypoint in source maps. */
const devServer = 'dev-server.ts';

/** The part of `dev` that faces the client: it stays while servers are replaced. */
export interface DevProxy {
  /** Starts a new version of the server. */
  replace(code: string): void;
  /**
   * Answers requests with an error until a server is ready, because there is no version that can be started; `undefined`: requests wait again.
   */
  refuse(reason: string | undefined): void;
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
  /** Called after each bundling with its errors and warnings; no errors: the server was bundled. */
  readonly bundled: (diagnostics: readonly Diagnostic[], sources: SourceTexts) => void;
  /** Called before a new version is started, with the files of the project that have changed since the one before; none at first. */
  readonly changed: (files: readonly string[]) => void;
  /**
   * Called with the result of checking the types.
   *
   * @param isKept Whether a version that was started before goes on, because this one is not started.
   */
  readonly checked: (verdict: TypeVerdict, isKept: boolean) => void;
}

/**
 * Generates, bundles, checks the types and serves, again after each change, until the client closes its output. Errors are reported,
 * and leave the present server as it is. Type errors do so unless `noCheck` is set: then the types are checked after the start.
 *
 * @param stopped Resolves when the session is to end at once.
 * @returns Whether there was a server for the client.
 */
export async function runDev(
  options: GenerateOptions & BundleChoices & { readonly noCheck?: boolean },
  proxy: DevProxy,
  reports: DevReports,
  stopped: Promise<void>,
): Promise<boolean> {
  const { root, definitions, handlers, out, noCheck = false } = options;
  const bundler = openBundler({
    ...options,
    output: {
      stdin: {
        contents: renderDevServer(options, loadPackage().render),
        resolveDir: path.join(root, out),
        sourcefile: devServer,
        loader: 'ts',
      },
      outdir: 'dist',
      plugins: [optionalModules(path.join(root, out))],
      sourcemap: 'inline',
    },
  });
  const ending = new AbortController();
  let served: string | undefined;
  const changes = new FileChanges(root);

  const gate = new TypeGate(root, out);
  /** Ends the check of a version that is followed by another one. */
  let outdated = new AbortController();

  const types = runSerially(async () => {
    const verdict = await gate.check(ending.signal);
    if (verdict !== undefined) reports.checked({ text: verdict.text }, false);
  });
  /** Checks the types of a version that was not started yet. */
  const mayStart = async (checking: Promise<TypeVerdict | undefined> | undefined): Promise<boolean> => {
    if (checking === undefined) return true;
    const verdict = await checking;
    // The next version is on its way.
    if (verdict === undefined) return false;
    reports.checked(verdict, served !== undefined);
    const { obstacle } = verdict;
    if (obstacle !== undefined && served === undefined) proxy.refuse(refusalOf(obstacle));
    return obstacle === undefined;
  };
  const cycles = runSerially(async () => {
    const report = await generatePatiently(options, watch);
    reports.generated(report);
    if (served === undefined) proxy.refuse(undefined);
    outdated = new AbortController();
    const checking = noCheck ? undefined : gate.check(AbortSignal.any([ending.signal, outdated.signal]));
    // With errors in the definitions, what was generated before is still there.
    const bundle = await bundler.bundle();
    if (!bundle.ok) {
      outdated.abort();
      if (report.ok) reports.bundled(bundle.diagnostics, bundle.sources);
      return;
    }
    reports.bundled(bundle.warnings.diagnostics, bundle.warnings.sources);
    const { outputFiles, metafile } = bundle.result;
    const inputs = [
      ...listProjectFiles(metafile),
      ...bundle.pages.flatMap((page) => page.files.filter((file) => !isPackaged(file))),
    ];
    const files = inputs.filter((file) => file !== devServer && !isBelow(file, out));
    watch.set(listWatchedFolders(root, [definitions, handlers], [...files, environmentFile]));
    const code = outputFiles[0]?.text ?? '';
    // A server reads it at its start.
    const version = `${await readEnvironmentFile(root)}\n${code}`;
    if (!(await mayStart(checking)) || version === served) return;
    served = version;
    reports.changed(changes.note(inputs.filter((file) => file !== devServer && !isBelow(file, out))));
    proxy.replace(code);
    if (noCheck) void proxy.whenSettled().then(() => types.request());
  });
  const watch = watchFolders(
    () => {
      outdated.abort();
      cycles.request();
    },
    () => isGitAtWork(root),
  );
  watch.set(listWatchedFolders(root, [definitions, handlers], [environmentFile]));
  cycles.request();

  const isStopped = await Promise.race([stopped.then(() => true), proxy.inputEnded.then(() => false)]);
  watch.close();
  if (!isStopped) await cycles.whenIdle();
  cycles.stop();
  types.stop();
  const hasServed = isStopped ? await proxy.stop().then(() => true) : await finishUnlessStopped(proxy, stopped);
  ending.abort();
  await gate.close();
  await bundler.close();
  return hasServed;
}

async function readEnvironmentFile(root: string): Promise<string> {
  return readFile(path.join(root, environmentFile), 'utf8').catch(() => '');
}

async function finishUnlessStopped(proxy: DevProxy, stopped: Promise<void>): Promise<boolean> {
  void stopped.then(() => proxy.stop());
  return proxy.finish();
}

/** Error for the requests that come while the first version has type errors. */
function refusalOf(obstacle: string): string {
  return `The server is not started because its types do not fit. ${obstacle.slice(0, 500)}. Fix it, or start dev with --no-check.`;
}

/** Whether a file is of an installed package. */
function isPackaged(file: string): boolean {
  return file.includes('node_modules/');
}

function isBelow(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`);
}
