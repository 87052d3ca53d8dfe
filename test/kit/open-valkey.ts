import { afterFile } from './after-file.js';
import { startValkey, type Valkey } from './start-valkey.js';

let valkey: Promise<Valkey> | undefined;

/** Opens the Valkey that all tests of a file share. It ends with the file. */
export function openValkey(): Promise<Valkey> {
  if (valkey !== undefined) return valkey;
  valkey = startValkey();
  afterFile(async () => {
    await (await valkey)?.stop();
    valkey = undefined;
  });
  return valkey;
}
