import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/**
 * Scenarios that the suite runs in one go.
 *
 * @typedef {object} ScenarioSet
 * @property {string} name
 * @property {string} revision
 * @property {boolean} isRequired those that decide whether a server conforms to the revision, else all that apply to it
 * @property {readonly string[]} [scenarios] these instead, which no revision requires
 * @property {string} [prefix] those of an extension instead, by how their names begin: they run with the required ones
 */

/**
 * What became of a scenario.
 *
 * @typedef {object} ScenarioResult
 * @property {string} name
 * @property {readonly { id: string, status: string, errorMessage?: string }[]} checks
 */

/** @type {readonly ScenarioSet[]} */
export const scenarioSets = [
  ...['2025-11-25', '2026-07-28'].map((revision) => ({ name: `required-${revision}`, revision, isRequired: true })),
  ...['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'].map((revision) => ({
    name: `all-${revision}`,
    revision,
    isRequired: false,
  })),
  { name: 'tasks', revision: '2026-07-28', isRequired: true, prefix: 'tasks-' },
  {
    name: 'skills',
    revision: '2026-07-28',
    isRequired: true,
    scenarios: ['enumeration', 'manifest', 'directory'].map((part) => `sep-2640-skills-${part}`),
  },
];

/** Milliseconds that the suite may take for one set; it takes seconds. */
const patienceMs = 600_000;

/**
 * Runs a set against a server. A required scenario that was not run counts as failed; what the suite runs for a revision
 * without requiring it is skipped.
 *
 * @param {import('../kit/open-tool.mjs').Tool} suite
 * @param {string} url of the server
 * @param {ScenarioSet} set
 * @param {string} output an empty folder
 * @returns {Promise<readonly ScenarioResult[]>}
 * @throws {Error} when the suite did not come to its end; the message holds what the suite said
 */
export async function runSet(suite, url, { revision, isRequired, prefix, scenarios }, output) {
  if (scenarios !== undefined) return runScenarios(suite, url, scenarios, output);
  const scope = isRequired ? ['--requirements', revision] : ['--suite', 'all', '--spec-version', revision];
  const { isOk, said } = await runSuite(suite, ['server', '--url', url, ...scope, '--output-dir', output]);
  const results = existsSync(output) ? readResults(output) : [];
  const hasFailed = results.some(({ checks }) => checks.some(({ status }) => status === 'FAILURE'));
  // Otherwise what broke off early would count as what all went well.
  if (results.length === 0 || (!isOk && !hasFailed)) throw new Error(`The suite broke off for ${revision}:\n${said}`);
  if (!isRequired) return results;
  if (prefix !== undefined) return results.filter(({ name }) => name.startsWith(prefix));
  const byName = new Map(results.map((result) => [result.name, result]));
  return listRequired(suite, revision).map((name) => byName.get(name) ?? { name, checks: [broken('It was not run')] });
}

/** Runs scenarios by name. One that skips all its checks counts as failed: the server does not declare what it is about. */
async function runScenarios(suite, url, names, output) {
  for (const name of names) await runSuite(suite, ['server', '--url', url, '--scenario', name, '--output-dir', output]);
  const results = existsSync(output) ? readResults(output) : [];
  return names.map((name) => {
    const { checks = [broken('It was not run')] } = results.find((result) => result.name === name) ?? {};
    const isSkipped = checks.every(({ status }) => status === 'SKIPPED');
    return { name, checks: isSkipped ? [broken('All its checks were skipped')] : checks };
  });
}

function runSuite(suite, options) {
  const program = path.join(suite.root, 'dist', 'index.js');
  const limits = { maxBuffer: Infinity, timeout: patienceMs };
  return new Promise((resolve) => {
    execFile(suite.node, [program, ...options], limits, (error, stdout, stderr) => {
      resolve({ isOk: error === null, said: stdout + stderr });
    });
  });
}

function listRequired(suite, revision) {
  return parse(readFileSync(path.join(suite.root, 'requirements', `${revision}.yaml`), 'utf8')).server;
}

/** The results in a folder that the suite wrote: it has one folder for each scenario. */
function readResults(output) {
  return readdirSync(output).map((folder) => {
    const [, name = folder] = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/u.exec(folder) ?? [];
    return { name, checks: readChecks(path.join(output, folder, 'checks.json')) };
  });
}

/** There is no such file when a scenario broke off. */
function readChecks(file) {
  try {
    const checks = JSON.parse(readFileSync(file, 'utf8'));
    return checks.length === 0 ? [broken('It checked nothing')] : checks;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return [broken('It broke off without a result')];
  }
}

function broken(errorMessage) {
  return { id: 'run', status: 'FAILURE', errorMessage };
}
