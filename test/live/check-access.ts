import { encode } from 'node:querystring';
import type { ApiDocument, Operation, SecurityScheme } from './api-document.js';

/** Credentials that an API accepts. */
export interface Accounts {
  readonly key: string;
  /** Scopes by access token; grows as tokens are asked for. */
  readonly tokens: Map<string, ReadonlySet<string>>;
  /** `id:secret`, percent-encoded. */
  readonly client: string;
}

/** The accounts that every API of the tests has. */
export function createAccounts(): Accounts {
  return {
    key: 'open sesame',
    tokens: new Map([['given-token', new Set(['everything'])]]),
    client: encode({ 'bench client': 'shh/quiet' }).replace('=', ':'),
  };
}

/** Whether a request proves what one of the alternatives of its operation asks for. */
export function isAllowed(document: ApiDocument, operation: Operation, request: Request, accounts: Accounts): boolean {
  const alternatives = operation.security ?? document.security ?? [];
  if (alternatives.length === 0) return true;
  return alternatives.some((schemes) =>
    Object.entries(schemes).every(([name, scopes]) => {
      const scheme = document.components?.securitySchemes?.[name];
      return scheme !== undefined && proves(scheme, scopes, request, accounts);
    }),
  );
}

function proves(scheme: SecurityScheme, scopes: readonly string[], request: Request, accounts: Accounts): boolean {
  const authorization = request.headers.get('authorization') ?? '';
  if (scheme.type === 'apiKey') return findKey(scheme, request) === accounts.key;
  const granted = accounts.tokens.get(/^Bearer (.+)$/u.exec(authorization)?.[1] ?? '');
  return granted !== undefined && scopes.every((scope) => granted.has(scope) || granted.has('everything'));
}

function findKey({ in: place, name = '' }: SecurityScheme, request: Request): string | undefined {
  if (place === 'header') return request.headers.get(name) ?? undefined;
  if (place === 'query') return new URL(request.url).searchParams.get(name) ?? undefined;
  const cookies = (request.headers.get('cookie') ?? '').split('; ').map((cookie) => cookie.split('='));
  return decodeURIComponent(cookies.find(([key]) => key === name)?.[1] ?? '');
}

/**
 * Answers a request for an access token: client credentials in the header.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.4
 */
export async function grantToken(request: Request, { tokens, client }: Accounts): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const [, pair = ''] = /^Basic (.+)$/u.exec(request.headers.get('authorization') ?? '') ?? [];
  if (Buffer.from(pair, 'base64').toString() !== client || form.get('grant_type') !== 'client_credentials') {
    return Response.json({ error: 'invalid_client' }, { status: 401 });
  }
  const token = `token-${tokens.size}`;
  tokens.set(token, new Set((form.get('scope') ?? '').split(' ')));
  return Response.json({ access_token: token, token_type: 'Bearer', expires_in: 3600 });
}
