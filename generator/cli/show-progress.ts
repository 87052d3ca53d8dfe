import type { CliIo } from './cli-io.js';

/**
 * Awaits something; where somebody looks on, a line says after a second that it goes on, and for how long it has. The line
 * is gone at the end.
 */
export async function showProgress<T>(io: Pick<CliIo, 'writeProgress'>, what: string, work: Promise<T>): Promise<T> {
  const { writeProgress } = io;
  if (!writeProgress) return work;
  let seconds = 0;
  const timer = setInterval(() => writeProgress(`${what} … ${++seconds} s`), 1000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (seconds > 0) writeProgress('');
  }
}
