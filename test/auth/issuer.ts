import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { afterAll } from 'vitest';

/** A key pair of an issuer or a client. */
export interface KeyPair {
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** Makes a key pair with an id. */
export async function makeKey(kid: string, alg = 'ES256'): Promise<KeyPair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** Settings of one token; what is not given is right. */
export interface TokenSettings {
  readonly header?: { readonly [name: string]: unknown };
  readonly key?: KeyPair;
}

/** Authorization server as far as a resource server sees it: metadata, keys, introspection. */
export class TestIssuer {
  /** Exactly as in tokens and metadata. */
  url = '';
  key: KeyPair;
  /** The published keys. */
  keys: readonly JWK[];
  /** Members of the metadata that replace the right ones. */
  metadata: { [name: string]: unknown } = {};
  /** Answers of introspection, by token. */
  readonly opaque = new Map<string, object>();
  /** Path of each request, and the body of a POST. */
  readonly requests: string[] = [];
  /** Path at which metadata is found. */
  metadataPath = '/.well-known/oauth-authorization-server';
  isDown = false;

  constructor(key: KeyPair) {
    this.key = key;
    this.keys = [key.jwk];
  }

  /** The claims of a good token of Ada. */
  claims(resource: string, more: object = {}): JWTPayload {
    const now = Math.floor(Date.now() / 1000);
    return {
      iss: this.url,
      sub: 'ada',
      aud: resource,
      iat: now,
      exp: now + 600,
      jti: crypto.randomUUID(),
      client_id: 'client',
      scope: 'books:read',
      ...more,
    };
  }

  /** Signs claims; a member that is `undefined` is omitted. */
  sign(claims: JWTPayload, { header = {}, key = this.key }: TokenSettings = {}): Promise<string> {
    const { alg = 'ES256', kid = '' } = key.jwk;
    return new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'at+jwt', ...header }).sign(key.privateKey);
  }

  answer(path: string, body: string): object | undefined {
    if (path === this.metadataPath) {
      return {
        issuer: this.url,
        jwks_uri: `${this.url}/keys`,
        introspection_endpoint: `${this.url}/introspect`,
        ...this.metadata,
      };
    }
    if (path.endsWith('/keys')) return { keys: this.keys };
    if (path.endsWith('/introspect'))
      return this.opaque.get(new URLSearchParams(body).get('token') ?? '') ?? { active: false };
    return undefined;
  }
}

/** Starts an issuer on the local machine until the tests of the file are over. */
export async function startIssuer(path = ''): Promise<TestIssuer> {
  const issuer = new TestIssuer(await makeKey('first'));
  issuer.metadataPath += path;
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { url = '', method, headers } = request;
      issuer.requests.push(method === 'POST' ? `${url} ${headers.authorization} ${body}` : url);
      const answer = issuer.isDown ? undefined : issuer.answer(url, body);
      response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answer ?? {}));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  afterAll(() => void server.close().closeAllConnections());
  return issuer;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
