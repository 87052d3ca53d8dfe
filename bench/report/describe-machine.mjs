import { cpus, totalmem } from 'node:os';

/** What figures depend on besides the code. */
export function describeMachine() {
  const [{ model }] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    processor: `${cpus().length} × ${model.trim()}`,
    memory: `${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
  };
}
