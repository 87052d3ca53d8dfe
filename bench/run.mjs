// Measures the cost of running and generating servers, compared with handwritten servers and other libraries:
// node bench/run.mjs [--json <file>] [--short] [--alone] [--only <pattern>] | --judge
import { readArguments } from '../build/read-arguments.mjs';
import { judge } from './report/judge.mjs';
import { judgeResults } from './report/judge-results.mjs';
import { describeMachine } from './report/describe-machine.mjs';
import { printScenario } from './report/print-scenario.mjs';
import { writeResults } from './report/write-results.mjs';
import { listScenarios } from './scenarios/list-scenarios.mjs';
import { preparePeers } from './servers/install-peers.mjs';

const { values } = readArguments({
  options: {
    json: { type: 'string' },
    short: { type: 'boolean', default: false },
    alone: { type: 'boolean', default: false },
    only: { type: 'string' },
    judge: { type: 'boolean', default: false },
  },
});
if (values.judge) {
  for (const { title, verdicts } of judgeResults()) {
    console.log(`\n${title}`);
    for (const { text } of verdicts) console.log(text);
  }
  process.exit(0);
}
if (process.platform !== 'linux') {
  console.log('The benchmark runs on Linux only, because it reads CPU time and memory from /proc.');
  process.exit(1);
}
// Child processes must end even if the benchmark is interrupted.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const context = { isShort: values.short, peers: values.alone ? [] : preparePeers(!values.short) };
const chosen = listScenarios()
  .filter(({ needsRegistry }) => !(values.short && needsRegistry))
  .filter(({ name, isOnlyNamed }) =>
    values.only === undefined ? !isOnlyNamed : new RegExp(values.only, 'u').test(name),
  );
if (chosen.length === 0) {
  console.log(
    `No scenario is called ${values.only}. Scenarios: ${listScenarios()
      .map(({ name }) => name)
      .join(', ')}.`,
  );
  process.exitCode = 1;
}
const report = { ...describeMachine(), isShort: values.short, scenarios: [] };
for (const { name, title, run } of chosen) {
  try {
    const rows = judge(name, await run(context));
    report.scenarios.push({ name, title, rows });
    printScenario({ name, title, rows }, values.short);
  } catch (error) {
    console.log(`\n${title} (${name}): ${error.stack}`);
    report.scenarios.push({ name, title, rows: [], error: String(error) });
    process.exitCode = 1;
  }
  if (values.json !== undefined) writeResults(values.json, report);
}
