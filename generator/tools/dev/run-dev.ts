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

/** File with environment variables, in the project root. */
const environmentFile = '.env';

/** Entrypoint name in source maps. */
const devServer = 'dev-server.ts';

/** Proxy of `dev`, which keeps the client connected while servers are replaced. */
export interface DevProxy {
  /** Starts a new version of the server. */
  replace(code: string): void;
  /**
   * Rejects requests with an error until a server is ready, because no version can start. `undefined` lets requests
   * wait again.
   */
  refuse(reason: string | undefined): void;
  /** Resolves when no version is starting. */
  whenSettled(): Promise<void>;
  /** Resolves when the client has closed its output; never over HTTP. */
  readonly inputEnded: Promise<void>;
  /**
   * Stops all servers after they have responded to all requests.
   *
   * @returns Whether there was a server to respond.
   */
  finish(): Promise<boolean>;
  /** Stops all servers after their open requests. */
  stop(): Promise<void>;
}

/** Callbacks for the results of a `dev` session. */
export interface DevReports {
  /** Called after each run of the generator. */
  readonly generated: (report: GenerateReport) => void;
  /** Called after each bundling with its errors and warnings. Without errors, the server was bundled. */
  readonly bundled: (diagnostics: readonly Diagnostic[], sources: SourceTexts) => void;
  /**
   * Called before a new version starts, with the project files that have changed since the previous version; for the
   * first version, with none.
   */
  readonly changed: (files: readonly string[]) => void;
  /**
   * Called with the result of the type check.
   *
   * @param isKept Whether the previous version keeps running because this one is not started.
   */
  readonly checked: (verdict: TypeVerdict, isKept: boolean) => void;
}

/**
 * Generates, bundles, type-checks and serves, again after each change, until the client closes its output. Errors are
 * reported and leave the current server running. Type errors are handled in the same way, unless `noCheck` is set: then
 * types are checked only after the start.
 *
 * @param stopped Resolves to end the session immediately.
 * @returns Whether a server was ready for the client.
 */
export function runDev(
  options: DevOptions,
  proxy: DevProxy,
  reports: DevReports,
  stopped: Promise<void>,
): Promise<boolean> {
  return new DevSession(options, proxy, reports).run(stopped);
}

type DevOptions = GenerateOptions & BundleChoices & { readonly noCheck?: boolean };

class DevSession {
  readonly #options: DevOptions;
  readonly #proxy: DevProxy;
  readonly #reports: DevReports;
  readonly #bundler: ReturnType<typeof openBundler>;
  readonly #gate: TypeGate;
  readonly #changes: FileChanges;
  readonly #ending = new AbortController();
  readonly #cycles = runSerially(() => this.#update());
  readonly #types = runSerially(() => this.#checkAfterStart());
  readonly #watch: ReturnType<typeof watchFolders>;
  /** Aborts the type check of an outdated version. */
  #outdated = new AbortController();
  /** Code of the last version that was started. */
  #served: string | undefined;

  constructor(options: DevOptions, proxy: DevProxy, reports: DevReports) {
    const { root, out } = options;
    this.#options = options;
    this.#proxy = proxy;
    this.#reports = reports;
    this.#bundler = bundleForDev(options);
    this.#gate = new TypeGate(root, out);
    this.#changes = new FileChanges(root);
    const onChange = (): void => {
      this.#outdated.abort();
      this.#cycles.request();
    };
    this.#watch = watchFolders(onChange, () => isGitAtWork(root));
  }

  /** @param stopped Resolves to end the session immediately. */
  async run(stopped: Promise<void>): Promise<boolean> {
    this.#watchFiles([]);
    this.#cycles.request();
    const isStopped = await Promise.race([stopped.then(() => true), this.#proxy.inputEnded.then(() => false)]);
    this.#watch.close();
    if (isStopped) this.#ending.abort();
    else await this.#cycles.whenIdle();
    this.#cycles.stop();
    this.#types.stop();
    const ended = isStopped ? this.#proxy.stop().then(() => true) : finishUnlessStopped(this.#proxy, stopped);
    const hasServed = await ended;
    this.#ending.abort();
    // A version that is being started can hold resources, which are closed along with all others.
    await this.#cycles.whenIdle();
    await this.#gate.close();
    await this.#bundler.close();
    return hasServed;
  }

  /** Generates and bundles, and starts the version if it is new and its types are valid. */
  async #update(): Promise<void> {
    const report = await generatePatiently(this.#options, this.#watch);
    if (this.#ending.signal.aborted) return;
    this.#reports.generated(report);
    if (this.#served === undefined) this.#proxy.refuse(undefined);
    this.#outdated = new AbortController();
    const signal = AbortSignal.any([this.#ending.signal, this.#outdated.signal]);
    const checking = this.#options.noCheck === true ? undefined : this.#gate.check(signal);
    // If the definitions have errors, earlier generated code is still there.
    const bundle = await this.#bundler.bundle();
    if (this.#ending.signal.aborted) return;
    if (!bundle.ok) {
      this.#outdated.abort();
      if (report.ok) this.#reports.bundled(bundle.diagnostics, bundle.sources);
      return;
    }
    this.#reports.bundled(bundle.warnings.diagnostics, bundle.warnings.sources);
    const { outputFiles, metafile } = bundle.result;
    const pageFiles = bundle.pages.flatMap((page) => page.files.filter((file) => !isPackaged(file)));
    const files = [...listProjectFiles(metafile), ...pageFiles].filter(
      (file) => file !== devServer && !isBelow(file, this.#options.out),
    );
    this.#watchFiles(files);
    await this.#start(outputFiles[0]?.text ?? '', files, checking);
  }

  async #start(
    code: string,
    files: readonly string[],
    checking: Promise<TypeVerdict | undefined> | undefined,
  ): Promise<void> {
    // The server reads this file at startup.
    const version = `${await readEnvironmentFile(this.#options.root)}\n${code}`;
    if (!(await this.#mayStart(checking)) || version === this.#served || this.#ending.signal.aborted) return;
    this.#served = version;
    this.#reports.changed(this.#changes.note(files));
    this.#proxy.replace(code);
    if (this.#options.noCheck === true) void this.#proxy.whenSettled().then(() => this.#types.request());
  }

  /** Type-checks a version before it starts. */
  async #mayStart(checking: Promise<TypeVerdict | undefined> | undefined): Promise<boolean> {
    if (checking === undefined) return true;
    const verdict = await checking;
    // A newer version follows.
    if (verdict === undefined) return false;
    this.#reports.checked(verdict, this.#served !== undefined);
    const { obstacle } = verdict;
    if (obstacle !== undefined && this.#served === undefined) this.#proxy.refuse(refusalOf(obstacle));
    return obstacle === undefined;
  }

  async #checkAfterStart(): Promise<void> {
    const verdict = await this.#gate.check(this.#ending.signal);
    if (verdict !== undefined) this.#reports.checked({ text: verdict.text }, false);
  }

  #watchFiles(files: readonly string[]): void {
    const { root, definitions, handlers } = this.#options;
    this.#watch.set(listWatchedFolders(root, [definitions, handlers], [...files, environmentFile]));
  }
}

/** Bundles the entrypoint of `dev`, with the project's optional modules. */
function bundleForDev(options: DevOptions): ReturnType<typeof openBundler> {
  const { root, out } = options;
  const resolveDir = path.join(root, out);
  return openBundler({
    ...options,
    output: {
      stdin: {
        contents: renderDevServer(options, loadPackage().render),
        resolveDir,
        sourcefile: devServer,
        loader: 'ts',
      },
      outdir: 'dist',
      plugins: [optionalModules(resolveDir)],
      sourcemap: 'inline',
    },
  });
}

async function readEnvironmentFile(root: string): Promise<string> {
  return readFile(path.join(root, environmentFile), 'utf8').catch(() => '');
}

async function finishUnlessStopped(proxy: DevProxy, stopped: Promise<void>): Promise<boolean> {
  void stopped.then(() => proxy.stop());
  return proxy.finish();
}

/** Error for requests that arrive while the first version has type errors. */
function refusalOf(obstacle: string): string {
  return `The server has not been started because of type errors. ${obstacle.slice(0, 500)}. Fix it, or start dev with --no-check.`;
}

/** Whether a file belongs to an installed package. */
function isPackaged(file: string): boolean {
  return file.includes('node_modules/');
}

function isBelow(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`);
}
