import { rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isHeld } from './system-error.js';

/** Milliseconds to wait before each further try: two and a half seconds in all. */
const pausesMs = [10, 20, 40, 80, 160, 320, 640, 1280];

/**
 * Moves a file; a file at the new path is replaced in one step. A move that is refused because another program has one of the
 * files open, as editors and virus scanners do on Windows, is tried again for two and a half seconds.
 *
 * @throws {SystemError} of the last try
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
