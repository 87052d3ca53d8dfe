declare module '@bcoe/v8-coverage' {
  import type { Profiler } from 'node:inspector';

  /** Adds the counts of several processes up. */
  export function mergeProcessCovs(coverages: readonly { readonly result: readonly Profiler.ScriptCoverage[] }[]): {
    readonly result: readonly Profiler.ScriptCoverage[];
  };
}
