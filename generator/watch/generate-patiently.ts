import { setTimeout as wait } from 'node:timers/promises';
import type { GenerateOptions, GenerateReport } from '../generate.js';
import { regenerate } from '../runs/regenerate.js';

/** Milliseconds between attempts, and how many there are. */
const pauseMs = 200;
const maximalAttempts = 25;

/** Generates where anything but handlers has changed; where another run works in the same folder, as two that watch it do, it waits for that one. */
export async function generatePatiently(options: GenerateOptions): Promise<GenerateReport> {
  let report = await regenerate(options);
  for (let attempt = 1; attempt < maximalAttempts && isLocked(report); attempt += 1) {
    await wait(pauseMs);
    report = await regenerate(options);
  }
  return report;
}

function isLocked({ diagnostics }: GenerateReport): boolean {
  return diagnostics.some(({ code }) => code === 'locked');
}
