import { describe, expect, test } from 'vitest';
import { makeBooks, readChallenge, resource, serveBooks, textOf, type AuthChange } from './books.js';
import { makeKey, startIssuer, type TokenSettings } from './issuer.js';

const issuer = await startIssuer('/realm');
const rsa = await makeKey('rsa', 'RS256');
issuer.keys = [issuer.key.jwk, rsa.jwk];
const now = () => Math.floor(Date.now() / 1000);

/** Shape of the access tokens of a provider: its claims in addition to issuer and times, header, and settings of `auth`. */
interface Shape {
  readonly claims: object;
  readonly header?: object;
  readonly auth?: AuthChange;
}

const shapes: { readonly [provider: string]: Shape } = {
  // With an audience mapper for the resource.
  Keycloak: {
    claims: {
      aud: [resource, 'account'],
      sub: 'f1b5c2a0-9d0c-4a47-8f5e-0c2f7f6f1d11',
      typ: 'Bearer',
      azp: 'cursor',
      realm_access: { roles: ['offline_access', 'default-roles-books'] },
      scope: 'openid profile books:order',
    },
    header: { typ: 'JWT' },
  },
  // A custom authorization server whose audience is the resource.
  Okta: {
    claims: { ver: 1, aud: resource, cid: '0oa1', scp: ['openid', 'books:order'], sub: 'ada@books.example' },
    header: { typ: undefined },
  },
  // Version 2 tokens have the id of the application as their audience, and scopes without the name of the API.
  'Entra ID': {
    claims: {
      aud: '6e74172b-be56-4843-9ff4-e66a39bb12e3',
      azp: 'c3f8',
      scp: 'books:order',
      sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
      tid: 'realm',
      ver: '2.0',
    },
    header: { typ: 'JWT' },
    auth: {
      audiences: ['6e74172b-be56-4843-9ff4-e66a39bb12e3'],
      scopePrefix: 'api://6e74172b-be56-4843-9ff4-e66a39bb12e3/',
    },
  },
  // With the resource as the identifier of the API.
  Auth0: {
    claims: {
      sub: 'auth0|ada',
      aud: [resource, 'https://books.eu.auth0.com/userinfo'],
      azp: 'my_client',
      scope: 'openid books:order',
      permissions: ['books:order'],
    },
  },
  // With resource binding; without it there is no audience, and the token is refused.
  Cognito: {
    claims: {
      sub: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee',
      aud: resource,
      token_use: 'access',
      version: 2,
      username: 'ada',
      scope: `openid ${resource}/books:order`,
      'cognito:groups': ['readers'],
    },
    header: { typ: undefined },
    auth: { scopePrefix: `${resource}/` },
  },
  // A client for itself (extension oauth-client-credentials).
  'client credentials': { claims: { sub: 'client', client_id: 'client', aud: resource, scope: 'books:order' } },
  // What an authorization server makes of an ID-JAG (extension enterprise-managed-authorization).
  'enterprise-managed authorization': {
    claims: { sub: 'ada', client_id: 'agent', aud: resource, scope: 'books:order', act: { sub: 'agent' } },
  },
};

describe('an access token in the shape of', () => {
  test.each(Object.entries(shapes))('%s is accepted, with its scopes', async (_provider, { claims, header, auth }) => {
    const server = await serveBooks(makeBooks({ issuers: [issuer.url], ...auth }));
    const settings: TokenSettings = { key: rsa, header: { ...header } };
    const sent = { iss: issuer.url, iat: now(), exp: now() + 600, ...claims };
    const response = await server.callTool(await issuer.sign(sent, settings), 'who');
    expect(response.status).toBe(200);
    expect(JSON.parse(textOf(response))).toMatchObject({
      scopes: ['books:read', 'books:order'],
      subject: (claims as { sub: string }).sub,
    });
  });

  test('Cognito without resource binding, which names no audience, is refused', async () => {
    const { claims, header, auth } = shapes['Cognito'] as Shape;
    const server = await serveBooks(makeBooks({ issuers: [issuer.url], ...auth }));
    const { aud: _, ...others } = claims as { aud: string };
    const sent = { iss: issuer.url, exp: now() + 600, ...others };
    const token = await issuer.sign(sent, { key: rsa, header: { ...header } });
    expect((await server.callTool(token, 'find')).status).toBe(401);
  });
});

test('challenges and metadata name scopes with their prefix', async () => {
  const server = await serveBooks(makeBooks({ issuers: [issuer.url], scopePrefix: 'api://books/' }));
  expect(readChallenge(await server.callTool(undefined, 'find'))).toMatchObject({ scope: 'api://books/books:read' });
  const low = await issuer.sign(issuer.claims(resource));
  const wanted = 'api://books/books:read api://books/books:order api://books/books:stock';
  expect(readChallenge(await server.callTool(low, 'order'))).toMatchObject({ scope: wanted });
  const path = '/.well-known/oauth-protected-resource';
  const { body } = await server.subject.fetch({ method: 'GET', path });
  expect(JSON.parse(body)).toMatchObject({ scopes_supported: ['api://books/books:read'] });
});
