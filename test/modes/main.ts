import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { setup } from '../kit/one-folder.js';
import { formatModes, reportMode, type ModeReport } from './format-modes.js';
import { openModeServer, taskApis, type TaskApi } from './open-mode-server.js';
import { modes, playTask, type Mode, type Played } from './play-task.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { modes: { type: 'string', default: modes.join(',') }, json: { type: 'string' } },
});
const chosen = modes.filter((mode) => values.modes.split(',').includes(mode));
const removeFolders = await setup();
try {
  const reports = await reportAll(positionals[0]);
  process.stdout.write(`${formatModes(reports)}\n`);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(reports, null, 2)}\n`);
  process.exitCode = reports.every(({ played }) => played.every(({ problem }) => problem === undefined)) ? 0 : 1;
} finally {
  removeFolders();
}

async function reportAll(folder: string | undefined): Promise<readonly ModeReport[]> {
  const reports: ModeReport[] = [];
  for (const api of taskApis) {
    const file = findDocument(api, folder);
    if (file === undefined) {
      process.stderr.write(`No document of ${api.name} was found: its tasks are left out.\n`);
      continue;
    }
    for (const mode of chosen) reports.push(await reportOne(api, file, mode));
  }
  return reports;
}

async function reportOne(api: TaskApi, file: string, mode: Mode): Promise<ModeReport> {
  process.stderr.write(`${api.name}, ${mode}: generating from ${path.basename(file)}\n`);
  const server = await openModeServer(api, file, mode);
  const results: Played[] = [];
  for (const task of api.tasks) results.push(await playTask(server, task));
  await server.close();
  return reportMode(server, api.tasks, results);
}

/** The Petstore is part of the project, the other documents are in a folder of the user's. */
function findDocument({ name }: TaskApi, folder: string | undefined): string | undefined {
  if (name === 'petstore') return path.join('definitions', 'petstore', 'petstore.openapi.yaml');
  if (folder === undefined) return undefined;
  const found = readdirSync(folder).find((file) => file.includes(name) && /\.(?:json|ya?ml)$/u.test(file));
  return found === undefined ? undefined : path.join(folder, found);
}
