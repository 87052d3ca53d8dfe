import { describe, expect, test } from 'vitest';
import type { HttpOptions } from '../../runtime/index.js';
import { makeBusyServer } from './http-fixture.js';
import { serve } from './http-kit.js';
import { modern } from './wire.js';

describe('options for HTTP', () => {
  test.each([
    [{ prot: 1 }, 'Unknown option "http.prot"'],
    [{ toString: 1 }, 'Unknown option "http.toString"'],
    [{ port: '3000' }, 'Option "http.port" must be a port number'],
    [{ port: 70_000 }, 'Option "http.port" must be a port number'],
    [{ host: '' }, 'Option "http.host" must be an address'],
    [{ host: 1 }, 'Option "http.host" must be an address'],
    [{ path: 'mcp' }, 'Option "http.path" must be a path that begins with /'],
    [{ allowedHosts: 'localhost' }, 'Option "http.allowedHosts" must be an array of strings'],
    [{ allowedOrigins: [1] }, 'Option "http.allowedOrigins" must be an array of strings'],
    [{ sessions: 'no' }, 'Option "http.sessions" must be a boolean'],
    [{ legacySse: 1 }, 'Option "http.legacySse" must be a boolean'],
    [{ maxSessions: 0 }, 'Option "http.maxSessions" must be a positive integer'],
    [{ maxStreams: 1.5 }, 'Option "http.maxStreams" must be a positive integer'],
    [{ maxRequests: -1 }, 'Option "http.maxRequests" must be a positive integer'],
    [{ sessionIdleMs: '1' }, 'Option "http.sessionIdleMs" must be a positive integer'],
    [{ keepAliveMs: 2 ** 31 }, 'Option "http.keepAliveMs" must be a positive integer'],
    [{ requestTimeoutMs: null }, 'Option "http.requestTimeoutMs" must be a positive integer'],
  ])('%j', async (http, message) => {
    const attempt = serve(makeBusyServer(), { http: http as HttpOptions });
    await expect(attempt).rejects.toThrow(TypeError);
    await expect(attempt).rejects.toThrow(message);
  });

  test('that are undefined are not given', async () => {
    const http = { host: undefined, path: undefined, allowedHosts: undefined } as unknown as HttpOptions;
    const server = await serve(makeBusyServer(), { http });
    expect(server.url).toBe(`http://127.0.0.1:${server.port}/mcp`);
    expect((await server.post(modern(1, 'tools/list'))).status).toBe(200);
  });

  test('of the start count less than those that are given besides', async () => {
    const start = { http: { path: '/from-start', maxStreams: 1 } };
    const server = await serve(makeBusyServer(), { start, http: { path: '/given' } });
    expect(server.url).toMatch(/\/given$/u);
  });
});
