import type { GenerateOptions, GenerateReport } from '../generate.js';
import { generatePatiently } from './generate-patiently.js';
import { listWatchedFolders } from './list-watched-folders.js';
import { runSerially } from './run-serially.js';
import { watchFolders } from './watch-folders.js';

/**
 * Generates now, and after each change of a definition, of a file that one refers to or of a handler.
 *
 * @param onReport Told of every run.
 * @returns What stops it; resolves when no run is under way.
 */
export function watchDefinitions(
  options: GenerateOptions,
  onReport: (report: GenerateReport) => void,
): () => Promise<void> {
  const { root, definitions, handlers } = options;
  const runs = runSerially(async () => onReport(await generatePatiently(options)));
  const watch = watchFolders(() => runs.request());
  watch.set(listWatchedFolders(root, [definitions, handlers], []));
  runs.request();
  return async () => {
    watch.close();
    runs.stop();
    await runs.whenIdle();
  };
}
