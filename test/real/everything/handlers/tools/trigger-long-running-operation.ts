import { setTimeout } from 'node:timers/promises';
import type { TriggerLongRunningOperation } from '../../generated/handlers.ts';

export const triggerLongRunningOperation: TriggerLongRunningOperation = async (input, { progress, signal }) => {
  const { duration, steps } = input;
  for (let step = 1; step <= steps; step += 1) {
    await setTimeout((duration / steps) * 1000, undefined, { signal });
    progress(step, steps);
  }
  return `Long running operation completed. Duration: ${duration} seconds, Steps: ${steps}.`;
};
