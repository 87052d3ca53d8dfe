import { parseArgs } from 'node:util';
import { measureCalls } from './drive/measure-calls.mjs';
import { requests } from './drive/make-request.mjs';
import { callScenarios } from './scenarios/calls.mjs';
import { describeServer } from './servers/describe-servers.mjs';
import { preparePeers } from './servers/install-peers.mjs';

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, quick: { type: 'boolean', default: false } },
});
const pace = values.quick
  ? { rounds: 5, warmUp: 1500, slice: 250 }
  : { rounds: 3, warmUp: 1000, slice: 500 };
const subjects = [
  { server: 'limit', era: 'legacy' },
  { server: 'limit', era: 'modern' },
  { server: 'ours', era: 'legacy' },
  { server: 'ours', era: 'modern' },
  ...(values.quick ? [] : [{ server: 'sdk-v1', era: 'legacy' },{ server: 'sdk-v2', era: 'legacy' },{ server: 'sdk-v2', era: 'modern' },{ server: 'fastmcp', era: 'legacy' }]),
];
preparePeers(true);
for (const scenario of callScenarios.filter(({ name }) => name.match(values.only))) {
  const { transport, tools, inFlight, request } = scenario;
  console.log(scenario.title);
  const results = await measureCalls(
    subjects.map(({ server, era }) => ({
      name: `${server}, ${era}`,
      baseline: transport === 'stdio' && era === 'modern' ? 'limit, modern' : 'limit, legacy',
      transport,
      command: (port) => describeServer(server, tools, port),
      plan: { request: requests[request], era, tools, inFlight },
    })),
    pace,
  );
  for (const [name, { processor, ratio, driver, p50, p50Ratio }] of results) {
    const latency = p50 === undefined ? '' : `   p50 ${p50.toFixed(1)} µs, ratio ${p50Ratio.toFixed(2)}`;
    console.log(`  ${name.padEnd(20)}${processor.toFixed(2).padStart(12)} µs   ratio ${ratio.toFixed(3)}   driver ${driver.toFixed(2)} µs${latency}`);
  }
}
