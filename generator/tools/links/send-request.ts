import { request as requestByHttp, type IncomingMessage } from 'node:http';
import { request as requestByHttps } from 'node:https';

/** HTTP request. `method` defaults to GET. */
interface OutgoingRequest {
  readonly method?: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
}

/**
 * Sends a request on a separate connection, without following redirects. Avoids `fetch`, which on Node 20 can ignore a
 * signal while it reads a response body.
 *
 * @param signal Closes the connection, even after the response has begun.
 */
export function sendRequest(
  url: URL,
  { method = 'GET', headers, body }: OutgoingRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if (url.username !== '' || url.password !== '') throw new Error('the address has a user name or a password');
  const send = url.protocol === 'https:' ? requestByHttps : requestByHttp;
  const defaultHeaders = { 'user-agent': 'create-mcp-from-schema', 'accept-encoding': 'identity' };
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers: { ...defaultHeaders, ...headers }, agent: false, signal }, resolve);
    request.on('error', reject).end(body);
  });
}

/** Explains why a request failed: returns the system error message, or else its code. */
export function describeFailure(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || String(error);
}
