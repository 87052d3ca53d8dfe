/**
 * A set and what became of its scenarios.
 *
 * @typedef {object} SetResult
 * @property {import('./run-set.mjs').ScenarioSet} set
 * @property {readonly import('./run-set.mjs').ScenarioResult[]} scenarios
 */

/**
 * Whether a set is as it should be: nothing failed and, where it is required, there was no warning either.
 *
 * @param {SetResult} result
 */
export function isGood({ set, scenarios }) {
  const bad = set.isRequired ? ['FAILURE', 'WARNING'] : ['FAILURE'];
  return scenarios.every((scenario) => bad.every((status) => count(scenario, status) === 0));
}

/**
 * A table with a line for each set, and below it every check that failed or warned.
 *
 * @param {readonly SetResult[]} results
 * @param {boolean} isVerbose whether to list all scenarios, and checks that were skipped
 */
export function formatReport(results, isVerbose) {
  const shown = isVerbose ? ['FAILURE', 'WARNING', 'SKIPPED'] : ['FAILURE', 'WARNING'];
  const lines = [
    formatRow(['set', 'passed', 'warnings', 'skipped']),
    ...results.map(formatSet),
    ...(isVerbose ? results.flatMap(formatScenarios) : []),
    ...shown.flatMap((status) => results.flatMap((result) => formatChecks(result, status))),
  ];
  return lines.join('\n');
}

function formatSet({ set, scenarios }) {
  const passed = scenarios.filter((scenario) => count(scenario, 'FAILURE') === 0).length;
  const total = (status) => scenarios.reduce((sum, scenario) => sum + count(scenario, status), 0);
  return formatRow([set.name, `${passed}/${scenarios.length}`, total('WARNING'), total('SKIPPED')]);
}

function formatScenarios({ set, scenarios }) {
  return [
    `\n${set.name}`,
    ...scenarios.map(
      (scenario) =>
        `  ${scenario.name}: ${count(scenario, 'SUCCESS')} passed, ${count(scenario, 'FAILURE')} failed, ` +
        `${count(scenario, 'WARNING')} warnings, ${count(scenario, 'SKIPPED')} skipped`,
    ),
  ];
}

function formatChecks({ set, scenarios }, status) {
  const lines = scenarios.flatMap(({ name, checks }) =>
    checks
      .filter((check) => check.status === status)
      .map(({ id, errorMessage = 'no message' }) => `  ${name} (${id}): ${errorMessage}`),
  );
  return lines.length === 0 ? [] : [`\n${status} in ${set.name}`, ...lines];
}

function formatRow([name, ...values]) {
  return `${name.padEnd(22)}${values.map((value) => String(value).padStart(10)).join('')}`;
}

function count({ checks }, status) {
  return checks.filter((check) => check.status === status).length;
}
