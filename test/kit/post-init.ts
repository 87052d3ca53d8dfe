import { modernHeaders } from '../wire/http-kit.js';
import type { Wire } from '../wire/wire.js';

/** The options of `fetch` and `Request` that POST a message, with the headers that its era needs. */
export function postInit(message: Wire, headers: { readonly [name: string]: string } = {}) {
  const own = modernHeaders(message) as { readonly [name: string]: string };
  const all = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...own, ...headers };
  return { method: 'POST', headers: all, body: JSON.stringify(message) };
}
