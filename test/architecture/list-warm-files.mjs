// Prints the files of the compiled runtime whose functions run in the third `tools/call` of a client on stdio, as JSON.
// Usage: node list-warm-files.mjs legacy|modern
import { Session } from 'node:inspector/promises';
import { PassThrough } from 'node:stream';
import { start } from '../../dist/runtime/transports/node/index.js';

const isModern = process.argv[2] === 'modern';
const validator = Object.assign(() => true, { errors: null });
const definition = {
  format: 1,
  server: { name: 's', version: '1.0.0' },
  capabilities: { prompts: false, resources: false },
  tools: {
    names: ['t'],
    load: async () => [{ name: 't', validators: async () => ({ input: validator, output: validator }) }],
  },
  prompts: [],
  resources: [],
  resourceTemplates: [],
  loadDescriptors: async () => ({ tools: [{ fields: { name: '"t"', inputSchema: '{"type":"object"}' } }] }),
};
const handlers = {
  tools: { t: () => ({ sum: 1 }) },
  prompts: {},
  resources: {},
  resourceTemplates: {},
  completions: {},
};
const clientInfo = { name: 'client', version: '1.0.0' };
const metadata = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};

const input = new PassThrough();
const output = new PassThrough();
const finished = start(definition, handlers, { input, output });
const session = new Session();
session.connect();
try {
  if (!isModern) await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  await call();
  await call();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await call();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  console.log(JSON.stringify(listFiles(result)));
} finally {
  session.disconnect();
  input.end();
}
await finished;

function call() {
  return ask('tools/call', { name: 't', arguments: { x: 1 }, ...(isModern && { _meta: metadata }) });
}

function ask(method, params) {
  const answered = new Promise((resolve) => output.once('data', resolve));
  input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`);
  return answered;
}

function listFiles(scripts) {
  const hasRun = ({ functions }) =>
    functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0].count > 0);
  const ran = scripts.filter((script) => script.url.includes('/dist/runtime/') && hasRun(script));
  return ran.map(({ url }) => url.split('/dist/runtime/')[1]).toSorted();
}
