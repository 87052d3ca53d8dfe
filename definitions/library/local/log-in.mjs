// Gets an access token like a client and its user, and prints it: node local/log-in.mjs <user> [scopes] [endpoint]
import { createHash, randomBytes } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { users } from './users.mjs';

/** Redirect URI of the client. Nothing listens there. */
const redirect = 'http://127.0.0.1:1/callback';

/**
 * Gets an access token: asks the MCP server for its authorization server, registers there as a client, and logs a user in.
 *
 * @param {string} endpoint address of the MCP server
 * @param {string} user
 * @param {string} [scope] scopes separated by spaces; default: the scopes that the server requests
 */
export async function getAccessToken(endpoint, user, scope) {
  const challenge = await readChallenge(endpoint);
  const { resource, authorization_servers: issuers } = await getJson(challenge.resource_metadata);
  const server = await getJson(`${issuers[0]}/.well-known/oauth-authorization-server`);
  const registration = { client_name: 'log-in.mjs', redirect_uris: [redirect], token_endpoint_auth_method: 'none' };
  const { client_id: client } = await post(server.registration_endpoint, JSON.stringify(registration));
  const verifier = randomBytes(32).toString('base64url');
  const address = new URL(server.authorization_endpoint);
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: redirect,
    scope: scope ?? challenge.scope,
    resource,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const answer = (await browse(address, user)).searchParams;
  if (!answer.has('code')) throw new Error(`${answer.get('error')}: ${answer.get('error_description')}`);
  const grant = {
    grant_type: 'authorization_code',
    code: answer.get('code'),
    redirect_uri: redirect,
    client_id: client,
    code_verifier: verifier,
    resource,
  };
  return (await post(server.token_endpoint, new URLSearchParams(grant))).access_token;
}

/**
 * Simulates a browser and its user: follows redirects, keeps cookies, and submits the forms of the authorization server. Returns
 * the final redirect URL.
 *
 * @param {URL} start
 * @param {string} user
 */
export async function browse(start, user) {
  const { password } = users.find(({ id }) => id === user) ?? {};
  const form = new URLSearchParams({ user, password: password ?? '', answer: 'allow' });
  const cookies = new Map();
  let url = start;
  let request = {};
  for (let steps = 0; steps < 12; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...request, redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';', 1)[0].split(/=(.*)/su);
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null && response.status !== 200)
      throw new Error(`${url}: ${response.status} ${await response.text()}`);
    // A page without a redirect is a login or consent form.
    request = location === null ? { method: 'POST', body: form } : {};
    url = new URL(location ?? url, url);
    if (url.origin !== start.origin) return url;
  }
  throw new Error(`The login of ${user} does not end`);
}

/** Returns the MCP server's challenge to a request without a token. */
async function readChallenge(endpoint) {
  const response = await fetch(endpoint, { method: 'POST' });
  const header = response.headers.get('www-authenticate') ?? '';
  if (response.status !== 401) throw new Error(`${endpoint} answers ${response.status} to a request without a token`);
  return Object.fromEntries([...header.matchAll(/(\w+)="([^"]*)"/gu)].map(([, name, value]) => [name, value]));
}

async function getJson(url) {
  return readJson(await fetch(url));
}

async function post(url, body) {
  const headers = typeof body === 'string' ? { 'Content-Type': 'application/json' } : {};
  return readJson(await fetch(url, { method: 'POST', headers, body }));
}

async function readJson(response) {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return response.json();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [user, scope, endpoint = 'http://127.0.0.1:3000/mcp'] = process.argv.slice(2);
  try {
    if (!users.some(({ id }) => id === user)) {
      throw new Error(`Usage: node log-in.mjs <${users.map(({ id }) => id).join('|')}> [scopes] [endpoint]`);
    }
    console.log(await getAccessToken(endpoint, user, scope));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
