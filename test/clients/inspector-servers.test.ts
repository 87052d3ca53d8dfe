import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttpServer, type HttpServer } from './http-server.js';
import { openInspector, type Inspector } from './inspector.js';

let inspector: Inspector;

beforeAll(async () => {
  inspector = await openInspector();
}, 600_000);

/** Each with a call that changes nothing. */
describe.each([
  ['greeter', 'greet', 'name=Ada', 'Ada'],
  ['knowledge-graph', 'search_nodes', 'query=nobody', 'entities'],
  ['birds', 'list_birds', 'group=owls', 'birds://guide/tawny-owl'],
  ['conformance', 'test_simple_text', undefined, 'This is a simple text response for testing.'],
])('%s, Inspector', (name, tool, argument, expected) => {
  const bundle = `dist/${name}/server.mjs`;
  let listening: HttpServer;

  beforeAll(async () => {
    listening = await startHttpServer(bundle);
  });

  afterAll(async () => {
    expect(await listening.stop()).toEqual({ exitCode: 0, survivors: [], stderr: '' });
  });

  test.each([
    ['legacy', 'stdio'],
    ['modern', 'stdio'],
    ['legacy', 'HTTP'],
    ['modern', 'HTTP'],
  ] as const)('lists its tools without a fault, and calls one: %s, %s', async (era, carrier) => {
    const server = carrier === 'HTTP' ? listening.url : bundle;
    const list = await inspector.run(era, server, ['--method', 'tools/list', '--strict']);
    expect({ exitCode: list.exitCode, stderr: list.stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.stringify(list.result)).toContain(`"name":"${tool}"`);
    const values = argument === undefined ? [] : ['--tool-arg', argument];
    const call = await inspector.run(era, server, ['--method', 'tools/call', '--tool-name', tool, ...values]);
    expect({ exitCode: call.exitCode, stderr: call.stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.stringify(call.result)).toContain(expected);
  });
});
