import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { format } from 'prettier';

/** Writes the results of a run into a file that also holds those of the other runs. */
export async function writeResults(file, run, { figures, goals }) {
  const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'));
  const processors = cpus();
  const machine = {
    processor: processors[0].model,
    cores: processors.length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
  };
  const date = new Date().toISOString().slice(0, 10);
  const all = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  all[run] = { date, version, node: process.version, machine, figures, goals };
  const text = JSON.stringify(all, (_, value) => (isLong(value) ? Number(value.toPrecision(4)) : value));
  writeFileSync(file, await format(text, { parser: 'json', printWidth: 120 }));
}

function isLong(value) {
  return Number.isFinite(value) && !Number.isInteger(value);
}
