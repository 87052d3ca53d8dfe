// Compares our SQL tools with MCP Toolbox for Databases and DBHub on PostgreSQL, MariaDB and SQLite:
// node bench/sql/run.mjs [--only <step>,…] [--engine postgres|mariadb|sqlite] [--wait <minutes>] | --table
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { readArguments } from '../../build/read-arguments.mjs';
import { describeMachine } from '../report/describe-machine.mjs';

const file = path.join(import.meta.dirname, 'results.json');
const root = path.join(import.meta.dirname, '..', '..');
const { values } = readArguments({
  options: {
    table: { type: 'boolean', default: false },
    only: { type: 'string' },
    engine: { type: 'string' },
    wait: { type: 'string', default: '15' },
  },
});
if (values.table) {
  const { printTable } = await import('./table.mjs');
  console.log(printTable(readResults()));
} else await runSteps();

function readResults() {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { steps: {} };
}

async function runSteps() {
  const { listSteps } = await import('./steps.mjs');
  const { startDatabases } = await import('./databases.mjs');
  const { versions } = await import('./rivals.mjs');
  const { engines } = await import('./hotels.mjs');
  const steps = listSteps();
  const chosen = values.only?.split(',') ?? Object.keys(steps);
  const databases = await startDatabases();
  try {
    for (const name of chosen) {
      const started = performance.now();
      const chosenEngines = engines.filter((engine) => engine === (values.engine ?? engine));
      const fresh = await steps[name]({ databases, engines: chosenEngines, waitMinutes: Number(values.wait) });
      const { steps: others } = readResults();
      const found = [...(others[name] ?? []).filter(({ engine }) => !chosenEngines.includes(engine)), ...fresh];
      const results = { ...describeMachine(), versions, steps: { ...others, [name]: found } };
      console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
      // Messages of servers contain paths of this machine.
      const text = JSON.stringify(results).replaceAll(root, '');
      writeFileSync(file, await format(text, { parser: 'json', printWidth: 120 }));
    }
  } finally {
    await databases.stop();
  }
  process.exit(0);
}
