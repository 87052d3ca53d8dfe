import type { ReceivedFile } from './read-body.js';
import type { Call, Operations } from './serve-document.js';

const echo = ({ values, body }: Call) => ({ status: 200, body: { ...values, ...body } });

/** Operations that try what calls may meet with; `isAborted` tells whether a caller gave up on a slow one. */
export function createTrials(): { readonly operations: Operations; readonly isAborted: () => boolean } {
  let isAborted = false;
  let isBusy = 0;
  const names = 'path query header form keyHeader keyQuery keyCookie basic bearer oidc oauth both'.split(' ');
  const operations: Operations = {
    ...Object.fromEntries(names.map((name) => [name, echo])),
    text: ({ body }) => ({ status: 200, type: 'text/plain', body: `${body}!` }),
    parts: ({ body: { file, table, ...body } }) => ({
      status: 200,
      body: { ...body, file: showFile(file), table: showFile(table) },
    }),
    fail: ({ values: { status } }) =>
      status === 204 ? { status } : { status, body: { message: `This is ${status}`, token: 'given-token' } },
    busy: (call) =>
      (isBusy += 1) % 3 === 0 ? echo(call) : new Response(null, { status: 503, headers: { 'retry-after': '0' } }),
    jammed: () => Response.json({ message: 'Later' }, { status: 429, headers: { 'retry-after': '3600' } }),
    slow: ({ request }) =>
      new Promise((resolve) => {
        request.signal.addEventListener('abort', () => {
          isAborted = true;
          resolve({ status: 200, body: {} });
        });
      }),
    broken: () =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(Buffer.from('{"a":'));
            setTimeout(() => controller.error(new Error('gone')), 50);
          },
        }),
        { headers: { 'content-type': 'application/json' } },
      ),
    large: () => ({ status: 200, body: { text: 'x'.repeat(9 * 1024 * 1024) } }),
    near: () => new Response(null, { status: 302, headers: { location: '/trials/query?plain=there' } }),
    far: () =>
      new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/latest?key=open%20sesame' } }),
    sound: () => ({ status: 200, type: 'audio/mpeg', body: Buffer.from([255, 251]) }),
  };
  return { operations, isAborted: () => isAborted };
}

function showFile({ name, type, bytes }: ReceivedFile): object {
  return { name, type, text: bytes.toString() };
}
