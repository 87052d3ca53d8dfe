import { rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isHeld } from './system-error.js';

/** Delay before each retry, in milliseconds; 2.5 seconds in total. */
const pausesMs = [10, 20, 40, 80, 160, 320, 640, 1280];

/**
 * Moves a file, atomically replacing any file at the new path. Retries for 2.5 seconds if another program, such as an
 * editor or a virus scanner on Windows, has one of the files open.
 * @throws {SystemError} from the last attempt.
 */
export async function moveFile(from: string, to: string): Promise<void> {
  for (const pause of pausesMs) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!isHeld(error)) throw error;
    }
    await sleep(pause);
  }
  return rename(from, to);
}
