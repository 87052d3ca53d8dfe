import { expect, onTestFinished, test, vi } from 'vitest';
import { reports } from '../wire/wire.js';
import { makeBooks, resource, serveBooks } from './books.js';
import { makeKey, startIssuer } from './issuer.js';

/** Moves the clock of the calendar; timers go on. */
function passTime(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
  onTestFinished(() => void vi.useRealTimers());
}

test('a token that was accepted is refused once it has expired', async () => {
  const issuer = await startIssuer();
  const server = await serveBooks(makeBooks({ issuers: [issuer.url] }));
  const token = await issuer.sign(issuer.claims(resource, { exp: Math.floor(Date.now() / 1000) + 120 }));
  expect((await server.callTool(token, 'find')).status).toBe(200);
  passTime(170_000);
  expect((await server.callTool(token, 'find')).status).toBe(200);
  passTime(20_000);
  const response = await server.callTool(token, 'find');
  expect(response.status).toBe(401);
  expect(response.headers['www-authenticate']).toContain('error="invalid_token"');
});

test('an opaque token that was revoked is refused half a minute later', async () => {
  const issuer = await startIssuer();
  const introspection = { clientId: 'books', clientSecret: 'secret' };
  const server = await serveBooks(makeBooks({ issuers: [issuer.url], introspection }));
  issuer.opaque.set('opaque', { active: true, sub: 'ada', aud: resource, scope: 'books:read' });
  expect((await server.callTool('opaque', 'find')).status).toBe(200);
  issuer.opaque.set('opaque', { active: false });
  expect((await server.callTool('opaque', 'find')).status).toBe(200);
  passTime(31_000);
  expect((await server.callTool('opaque', 'find')).status).toBe(401);
});

test('a token is in no line of the log and in no answer, whatever becomes of the request', async () => {
  const [issuer, silent] = [await startIssuer(), await startIssuer()];
  silent.isDown = true;
  const introspection = { clientId: 'books', clientSecret: 'secret-of-the-server', issuer: silent.url };
  const books = makeBooks({ issuers: [issuer.url, silent.url], introspection });
  const failing = () => {
    throw new Error('the shelf fell over');
  };
  const tools = { ...books.handlers.tools, find: failing };
  const server = await serveBooks({ ...books, handlers: { ...books.handlers, tools } });
  const good = await issuer.sign(issuer.claims(resource));
  const forged = await issuer.sign(issuer.claims(resource), { key: await makeKey('first') });
  const answers = [
    await server.callTool(good, 'who'),
    await server.callTool(good, 'find'),
    await server.callTool(good, 'order'),
    await server.callTool(forged, 'who'),
    await server.callTool(await silent.sign(silent.claims(resource)), 'who'),
    await server.callTool('opaque-0123456789', 'who'),
    await server.subject.fetch({ path: `/mcp?access_token=${good}`, body: '{}' }),
    await server.subject.fetch({ path: `/mcp?x=opaque-0123456789`, headers: { Authorization: good }, body: '{' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 401, 503, 503, 400, 401]);
  const log = reports.join('');
  expect(log).toContain('the shelf fell over');
  expect(log).toContain(silent.url);
  const text = log + JSON.stringify(answers);
  const [header = '', payload = '', signature = ''] = good.split('.');
  for (const secret of [
    header,
    payload,
    signature,
    forged.split('.')[2] ?? '',
    'opaque-0123',
    'secret-of-the-server',
  ]) {
    expect(secret).not.toBe('');
    expect(text).not.toContain(secret);
  }
});
