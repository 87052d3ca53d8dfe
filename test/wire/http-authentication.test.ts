import { describe, expect, test } from 'vitest';
import { AccessError, type AuthInfo, type HttpRequestInfo } from '../../runtime/index.js';
import { throwing } from './fixture-server.js';
import { makeBusyServer, openSession } from './http-fixture.js';
import { arrive, serve, until } from './http-kit.js';
import { initialize, modern, reports, request } from './wire.js';

const who = modern(1, 'tools/call', { name: 'who' });
const byToken = ({ header }: HttpRequestInfo): AuthInfo | undefined => {
  const [, principal] = /^Bearer (.+)$/u.exec(header('Authorization') ?? '') ?? [];
  return principal === undefined ? undefined : { principal, scopes: ['read'], team: 'blue' };
};

describe('authentication', () => {
  test('a caller without a token gets 401 with a challenge, whatever is asked', async () => {
    const server = await serve(makeBusyServer(), { authenticate: byToken, http: { legacySse: true } });
    for (const [method, path] of [
      ['POST', '/mcp'],
      ['GET', '/mcp'],
      ['DELETE', '/mcp'],
      ['PUT', '/mcp'],
      ['GET', '/sse'],
      ['POST', '/messages'],
    ] as const) {
      const { status, headers, messages } = await server.fetch({ method, path, body: JSON.stringify(who) });
      expect([method, status, headers['www-authenticate']]).toEqual([method, 401, 'Bearer']);
      expect(messages).toEqual([{ jsonrpc: '2.0', error: { code: -32600, message: 'Unauthorized' } }]);
    }
    expect(reports).toEqual([]);
  });

  test('handlers know who asks', async () => {
    const server = await serve(makeBusyServer(), { authenticate: byToken });
    const expected = { principal: 'ann', scopes: ['read'], team: 'blue' };
    const modernAnswer = await server.post(who, { Authorization: 'Bearer ann' });
    expect(JSON.parse(modernAnswer.messages[0]?.['result'].content[0].text).auth).toEqual(expected);
    const session = await server.initialize('2025-11-25', { Authorization: 'Bearer ann' });
    const legacyAnswer = await session.post(request(1, 'tools/call', { name: 'who' }));
    expect(JSON.parse(legacyAnswer.messages[0]?.['result'].content[0].text).auth).toEqual(expected);
  });

  test('handlers know the latest of what is known of who asks', async () => {
    let scope = 'old';
    const { session } = await openSession('2025-11-25', {
      authenticate: () => ({ principal: 'ann', scopes: [scope] }),
    });
    scope = 'new';
    const { messages } = await session.post(request(1, 'tools/call', { name: 'who' }));
    expect(JSON.parse(messages[0]?.['result'].content[0].text).auth.scopes).toEqual(['new']);
  });

  test.each([
    [401, 'Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource"'],
    [403, 'Bearer error="insufficient_scope", scope="write"'],
  ] as const)('an AccessError says it in its own words: %i', async (status, challenge) => {
    const server = await serve(makeBusyServer(), {
      authenticate: throwing(new AccessError(status, 'Not like this', challenge)),
    });
    const answer = await server.post(who, { Origin: 'http://localhost' });
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([status, challenge]);
    expect(answer.messages[0]?.['error'].message).toBe('Not like this');
    expect(answer.headers['access-control-expose-headers']).toContain('WWW-Authenticate');
    expect(reports).toEqual([]);
  });

  test('an AccessError without a challenge sends none', async () => {
    const server = await serve(makeBusyServer(), {
      authenticate: () => Promise.reject(new AccessError(403, 'No')),
    });
    const { status, headers } = await server.post(who);
    expect([status, headers['www-authenticate']]).toEqual([403, undefined]);
  });

  test.each(['Bearer realm="a\r\nX-Evil: 1"', 'Bearer realm="世界"'])(
    'a challenge that is no header makes the answer 500: %j',
    async (challenge) => {
      const server = await serve(makeBusyServer(), {
        authenticate: throwing(new AccessError(401, 'No', challenge)),
      });
      const { status, headers } = await server.post(who);
      expect([status, headers['x-evil']]).toEqual([500, undefined]);
      expect(reports).toHaveLength(1);
    },
  );

  test('any other error is a 500 that tells the client nothing and the operator all', async () => {
    const server = await serve(makeBusyServer(), {
      authenticate: () => Promise.reject(new Error('the database says hunter2')),
    });
    const { status, body, messages } = await server.post(who);
    expect([status, messages[0]?.['error'].code]).toEqual([500, -32603]);
    expect(body).not.toContain('hunter2');
    expect(reports.join('')).toContain('hunter2');
  });

  test('sessions are of who opened them: 404 for all other callers', async () => {
    const server = await serve(makeBusyServer(), { authenticate: byToken });
    const session = await server.initialize('2025-11-25', { Authorization: 'Bearer ann' });
    const asBob = { Authorization: 'Bearer bob' };
    expect((await session.post(request(1, 'ping'), asBob)).status).toBe(404);
    expect((await session.post(initialize(1, '2025-11-25'), asBob)).status).toBe(404);
    expect((await session.send('GET', asBob)).status).toBe(404);
    expect((await session.send('DELETE', asBob)).status).toBe(404);
    expect((await session.post(request(1, 'ping'), { Authorization: undefined })).status).toBe(401);
    expect((await session.post(request(1, 'ping'))).status).toBe(200);
  });

  test('comes behind the guards and before the body', async () => {
    const asked: string[] = [];
    const server = await serve(makeBusyServer(), {
      authenticate: ({ method, url }) => {
        asked.push(`${method} ${url}`);
        return undefined;
      },
    });
    expect((await server.post(who, { Host: 'evil.example' })).status).toBe(403);
    expect((await server.fetch({ path: '/elsewhere', body: '{}' })).status).toBe(404);
    expect((await server.fetch({ method: 'OPTIONS', headers: { Origin: 'http://localhost' } })).status).toBe(204);
    expect(asked).toEqual([]);
    const connection = await server.connect();
    connection.send({ headers: { 'Content-Type': 'application/json', 'Content-Length': '1000000' } });
    expect((await connection.readResponse()).status).toBe(401);
    expect(asked).toEqual(['POST /mcp']);
  });

  test('a client that goes away meanwhile leaves nothing behind', async () => {
    const asked: (() => void)[] = [];
    const server = await serve(makeBusyServer(), {
      http: { maxRequests: 1 },
      authenticate: async () => {
        if (asked.length < 2) await new Promise<void>((resolve) => asked.push(resolve));
        return { principal: 'ann' };
      },
    });
    for (const [index, rest] of ['', JSON.stringify(who)].entries()) {
      const connection = await server.connect();
      const length = String(JSON.stringify(who).length);
      connection.send({ headers: { 'Content-Type': 'application/json', 'Content-Length': length } });
      connection.socket.write(rest);
      await until(() => asked.length > index);
      connection.socket.destroy();
      await arrive(server);
      asked[index]?.();
      await arrive(server);
    }
    expect((await server.post(who)).status).toBe(200);
    expect(reports).toEqual([]);
  });
});
