import { loadModule } from './load-module.js';

/**
 * Measures how long a thread computes: not longer than the time that passes, and not longer than the processor time of the whole process.
 * On a machine that is busy with other processes the first alone would count the time in which the thread has to wait.
 */
export class ComputeClock {
  #startMs = performance.now();
  #startCpuMs = processorMs();

  restart(): void {
    this.#startMs = performance.now();
    this.#startCpuMs = processorMs();
  }

  /** Milliseconds since the last start. */
  get elapsedMs(): number {
    const passedMs = performance.now() - this.#startMs;
    return this.#startCpuMs === Infinity ? passedMs : Math.min(passedMs, processorMs() - this.#startCpuMs);
  }

  /** Whether more than some milliseconds have gone by. Mostly takes one look at the time. */
  isBeyond(ms: number): boolean {
    return performance.now() - this.#startMs > ms && this.elapsedMs > ms;
  }
}

/** Infinite where it cannot be measured: the time that passes counts alone. */
function processorMs(): number {
  const usage = node?.cpuUsage?.();
  return usage === undefined ? Infinity : (usage.user + usage.system) / 1000;
}

const node = loadModule('node:process') as
  { readonly cpuUsage?: () => { readonly user: number; readonly system: number } } | undefined;
