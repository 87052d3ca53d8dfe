import { describe, expect, test } from 'vitest';
import { makeBooks, readChallenge, serveBooks } from './books.js';
import { startIssuer } from './issuer.js';

const issuer = await startIssuer();

describe('the address of a server', () => {
  test.each([
    ['https://books.example', 'https://books.example/.well-known/oauth-protected-resource'],
    ['https://books.example:8443', 'https://books.example:8443/.well-known/oauth-protected-resource'],
    ['https://books.example/mcp', 'https://books.example/.well-known/oauth-protected-resource/mcp'],
    ['https://books.example/server/mcp', 'https://books.example/.well-known/oauth-protected-resource/server/mcp'],
  ])('%s is named without a slash at its end', async (resource, metadata) => {
    const server = await serveBooks(makeBooks({ issuers: [issuer.url], resource }));
    expect(readChallenge(await server.callTool(undefined, 'find'))).toMatchObject({ resource_metadata: metadata });
    const { body } = await server.subject.fetch({ method: 'GET', path: new URL(metadata).pathname });
    expect(JSON.parse(body)).toMatchObject({ resource });
  });

  test.each([
    ['https://books.example/mcp', 'HTTPS://BOOKS.EXAMPLE/mcp'],
    ['https://books.example/mcp', 'https://books.example/mcp/'],
    ['https://books.example', 'https://books.example/'],
    ['https://books.example', 'https://Books.Example:443'],
    ['HTTPS://Books.Example/mcp', 'https://books.example/mcp'],
  ])('%s is the audience of a token for %s', async (resource, aud) => {
    const server = await serveBooks(makeBooks({ issuers: [issuer.url], resource }));
    const token = await issuer.sign(issuer.claims(resource, { aud }));
    expect((await server.callTool(token, 'find')).status).toBe(200);
  });

  test('has a path whose case counts', async () => {
    const resource = 'https://books.example/mcp';
    const server = await serveBooks(makeBooks({ issuers: [issuer.url], resource }));
    const token = await issuer.sign(issuer.claims(resource, { aud: 'https://books.example/MCP' }));
    expect((await server.callTool(token, 'find')).status).toBe(401);
  });
});
