import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { listScenarios } from '../scenarios/list-scenarios.mjs';

/**
 * Writes a report. Scenarios that it does not contain keep their rows from the file, if those are of the same version
 * and machine.
 *
 * @param {string} file
 * @param {{ version: string, node: string, processor: string, isShort: boolean, scenarios: { name: string }[] }} report
 */
export function writeResults(file, report) {
  const earlier = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { scenarios: [] };
  const isComparable = ['version', 'node', 'processor', 'isShort'].every((key) => earlier[key] === report[key]);
  const known = new Map(
    [...(isComparable ? earlier.scenarios : []), ...report.scenarios].map((scenario) => [scenario.name, scenario]),
  );
  const scenarios = listScenarios().flatMap(({ name }) => known.get(name) ?? []);
  writeFileSync(file, `${JSON.stringify({ ...report, scenarios }, null, 2)}\n`);
}
