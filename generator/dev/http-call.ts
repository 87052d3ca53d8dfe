import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

/** A request over HTTP, ready to be sent to any server. */
export interface HttpCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An answer whose body is still to come. */
export interface SentCall {
  readonly answer: Promise<IncomingMessage>;
  /** Closes the connection. */
  cancel(): void;
}

/** Sends a request to a server on this machine; `answer` is rejected when the server cannot be reached. */
export function sendCall(port: number, { method, path, headers, body }: HttpCall): SentCall {
  // The connection is another one, and the length of the body is known.
  const { connection: _connection, 'transfer-encoding': _coding, ...passed } = headers;
  const sent = request({
    host: '127.0.0.1',
    port,
    method,
    path,
    agent: false,
    headers: { ...passed, ...(method === 'POST' && { 'content-length': body.length }) },
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject);
  });
  // Whoever waits for it hears of a failure; who has cancelled it does not wait.
  answer.catch(() => {});
  sent.end(body);
  return { answer, cancel: () => sent.destroy() };
}

/** Reads a body to its end. */
export async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
