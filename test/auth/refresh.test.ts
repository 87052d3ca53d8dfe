import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startAuthorizationServer, type AuthorizationServer } from './authorization-server.mjs';
import { makeBooks, serveBooks } from './books.js';
import { Application, connectOnce, realClients } from './real-clients.js';

let issuer: AuthorizationServer;

beforeAll(async () => {
  issuer = await startAuthorizationServer(['books:read', 'books:order', 'books:stock']);
});

afterAll(() => issuer.close());

describe.each(Object.entries(realClients))('the official client %s', (_name, { open }) => {
  test('refreshes a token that expires in the middle, without its user, and stays in its session', async () => {
    issuer.requests.splice(0);
    const server = await serveBooks(makeBooks({ issuers: [issuer.url], resource: undefined }));
    const application = new Application({ grants: ['authorization_code', 'refresh_token'] });
    const client = await connectOnce(() => open(new URL(server.subject.url), application), application);
    expect(await client.call('find')).toMatchObject({ content: [{ text: 'find' }] });
    const [token, session] = [application.accessToken, client.session()];
    expect((await server.callTool(token, 'find')).status).toBe(200);
    // Tokens are for ten minutes, and clocks may differ by one.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 + 1000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await server.callTool(token, 'find')).status).toBe(401);
    expect(await client.call('find')).toMatchObject({ content: [{ text: 'find' }] });
    expect(application.accessToken).not.toBe(token);
    expect(client.session()).toBe(session);
    expect(issuer.requests).toHaveLength(1);
    await client.close();
  });
});
