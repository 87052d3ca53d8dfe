import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** Describes the machine that was used to measure. */
export function describeMachine() {
  const [{ model }] = cpus();
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return {
    version,
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    processor: `${cpus().length} × ${model.trim()}`,
    memory: `${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
  };
}
