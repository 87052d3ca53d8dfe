import { loadModule } from './load-module.js';

/**
 * Measures how long a thread computes: the smaller of the wall-clock time and the processor time of the whole process.
 * On a busy machine, wall-clock time alone would include time in which the thread waits for a processor.
 */
export class ComputeClock {
  #startMs = performance.now();
  #startCpuMs = processorMs();

  restart(): void {
    this.#startMs = performance.now();
    this.#startCpuMs = processorMs();
  }

  /** Time since the last start, in milliseconds. */
  get elapsedMs(): number {
    const passedMs = performance.now() - this.#startMs;
    return this.#startCpuMs === Infinity ? passedMs : Math.min(passedMs, processorMs() - this.#startCpuMs);
  }

  /** Whether more than `ms` milliseconds have elapsed. Usually reads only one clock. */
  isBeyond(ms: number): boolean {
    return performance.now() - this.#startMs > ms && this.elapsedMs > ms;
  }
}

/** Returns the processor time of the process, in milliseconds; `Infinity` if it cannot be measured. */
function processorMs(): number {
  const usage = node?.cpuUsage?.();
  return usage === undefined ? Infinity : (usage.user + usage.system) / 1000;
}

const node = loadModule('node:process') as
  { readonly cpuUsage?: () => { readonly user: number; readonly system: number } } | undefined;
