import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { SourceTexts } from '../diagnostics/format-diagnostics.js';
import { renderDevServer } from '../emit/emit-project.js';
import type { GenerateOptions, GenerateReport } from '../generate.js';
import { loadPackage } from '../package/load-package.js';
import { generatePatiently } from '../watch/generate-patiently.js';
import { listWatchedFolders } from '../watch/list-watched-folders.js';
import { runSerially } from '../watch/run-serially.js';
import { watchFolders } from '../watch/watch-folders.js';
import { openBundler } from './bundle-server.js';
import { checkTypes } from './check-types.js';
import type { DevFront } from './dev-front.js';

/** Where a session of `dev` tells what it finds. */
export interface DevReports {
  /** The generator has run. */
  readonly generated: (report: GenerateReport) => void;
  /** What keeps the server from being bundled; empty: nothing. */
  readonly bundled: (diagnostics: readonly Diagnostic[], sources: SourceTexts) => void;
  /** What the type checker says; empty: nothing. */
  readonly checked: (text: string) => void;
}

/**
 * Generates, bundles and serves, and does so again after each change, until the client has no more to say. Whatever is
 * wrong is told, and leaves the server as it was.
 *
 * @param stopped Resolves when the session is to end at once.
 * @returns Whether there was a server for the client.
 */
export async function runDev(
  options: GenerateOptions,
  front: DevFront,
  reports: DevReports,
  stopped: Promise<void>,
): Promise<boolean> {
  const { root, definitions, handlers, out } = options;
  const bundler = await openBundler(root, out, renderDevServer(options, loadPackage().render));
  const ending = new AbortController();
  let served: string | undefined;

  const types = runSerially(async () => {
    const found = await checkTypes(root, ending.signal);
    if (found !== undefined && !ending.signal.aborted) reports.checked(found);
  });
  const cycles = runSerially(async () => {
    const report = await generatePatiently(options);
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
    front.replace(bundle.code);
    void front.whenSettled().then(() => types.request());
  });
  const watch = watchFolders(() => cycles.request());
  watch.set(listWatchedFolders(root, [definitions, handlers], []));
  cycles.request();

  const isStopped = await Promise.race([stopped.then(() => true), front.inputEnded.then(() => false)]);
  watch.close();
  if (!isStopped) await cycles.whenIdle();
  cycles.stop();
  types.stop();
  const hasServed = isStopped ? await front.stop().then(() => true) : await finishUnlessStopped(front, stopped);
  ending.abort();
  await bundler.close();
  return hasServed;
}

async function finishUnlessStopped(front: DevFront, stopped: Promise<void>): Promise<boolean> {
  void stopped.then(() => front.stop());
  return front.finish();
}

function isBelow(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`);
}
