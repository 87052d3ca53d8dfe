import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ForwardApi } from '../../runtime/features/apis/forward-definition.js';
import { createForward } from '../../runtime/features/apis/create-forward.js';
import { makeDefinition, makeHandlers, makeTool } from '../wire/fixture-server.js';
import { until } from '../wire/http-kit.js';
import { cancellation, converse, request, talk, type Subject, type Wire } from '../wire/wire.js';
import { answerNoHttp, brokenBodies, lostConnections, stalls, startApi } from './inject/sockets.js';

/** A server whose tools `probe` and `send` call an API by GET and by POST. */
function serveApi(url: string, api: Partial<ForwardApi> = {}): Subject {
  const whole: ForwardApi = { name: 'shop', server: { url, environment: 'FAULTS_URL' }, timeoutMs: 5000, ...api };
  const security = api.securitySchemes === undefined ? [] : [{ login: [] }];
  const operation = { path: ['/orders'], security } as const;
  return {
    definition: makeDefinition({ tools: [makeTool('probe'), makeTool('send')] }),
    handlers: makeHandlers({
      tools: {
        probe: createForward(whole, { method: 'GET', ...operation }),
        send: createForward(whole, { method: 'POST', ...operation }),
      },
    }),
  };
}

const call = (id: number, name = 'probe'): Wire => request(id, 'tools/call', { name, arguments: {} });
const ping = request(9, 'ping');

const apiFaults = [
  ...Object.entries(lostConnections).map(([name, fault]) => [name, fault, 2, 'cannot be reached at'] as const),
  ...Object.entries(brokenBodies).map(([name, fault]) => [name, fault, 1, 'the response cannot be read:'] as const),
  ['answers no HTTP', answerNoHttp, 1, 'cannot be reached at'] as const,
];

describe.each(apiFaults)('an API that %s', (_, fault, reads, message) => {
  test('is a tool error, and only a read is sent again', async () => {
    let requests = 0;
    const url = await startApi((socket) => {
      requests += 1;
      fault(socket);
    });
    for (const [name, expected] of [
      ['probe', reads],
      ['send', 1],
    ] as const) {
      requests = 0;
      const [answer] = await talk(serveApi(url, { retries: 1 }), [call(1, name)]);
      expect(answer?.['result']).toMatchObject({ isError: true });
      expect(answer?.['result'].content[0].text).toContain(message);
      expect(requests).toBe(expected);
    }
  });
});

describe.each(Object.entries(stalls))('an API that %s', (_, fault) => {
  test('is given up when its time is over, and holds up nothing else', async () => {
    const client = converse(serveApi(await startApi(fault), { timeoutMs: 200 }));
    client.send(call(1));
    expect(await client.ask(ping)).toMatchObject({ id: 9, result: {} });
    expect((await client.next())['result']).toMatchObject({
      isError: true,
      content: [{ text: 'The shop API did not respond to GET /orders within 200 ms' }],
    });
  });

  test('is left when the client cancels the call', async () => {
    let [isCalled, isClosed] = [false, false];
    const url = await startApi((socket) => {
      isCalled = true;
      socket.on('close', () => (isClosed = true));
      fault(socket);
    });
    const client = converse(serveApi(url));
    client.send(call(1));
    await until(() => isCalled);
    client.send(cancellation(1));
    await until(() => isClosed);
    expect(await client.end()).toEqual([]);
  });
});

test('an authorization server that says nothing takes no longer than the call may take', async () => {
  const api = await startApi((socket) => void socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n'));
  const tokenUrl = await startApi(() => {});
  Object.assign(process.env, { FAULTS_ID: 'id', FAULTS_SECRET: 'secret' });
  onTestFinished(() => void (delete process.env['FAULTS_ID'], delete process.env['FAULTS_SECRET']));
  const login = {
    type: 'clientCredentials',
    tokenUrl,
    tokenVariable: 'FAULTS_TOKEN',
    clientIdVariable: 'FAULTS_ID',
    clientSecretVariable: 'FAULTS_SECRET',
  } as const;
  const [answer] = await talk(serveApi(api, { timeoutMs: 200, securitySchemes: { login } }), [call(1)]);
  expect(answer?.['result'].content[0].text).toBe('The shop API did not respond to GET /orders within 200 ms');
});

test('an API that fails does not fail the calls after it', async () => {
  let calls = 0;
  const server = createServer((_, response) => {
    calls += 1;
    if (calls === 1) response.socket?.destroy();
    else response.setHeader('Content-Type', 'application/json').end('{"open":2}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const client = converse(serveApi(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  expect((await client.ask(call(1, 'send')))['result']).toMatchObject({ isError: true });
  expect((await client.ask(call(2, 'send')))['result']).toMatchObject({ structuredContent: { open: 2 } });
});
