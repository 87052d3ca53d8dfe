import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface RecordedRequest {
  readonly method: string;
  /** The request target, byte for byte. */
  readonly target: string;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly body: Buffer;
}

/** An API on a port of its own that writes down what it is sent. */
export interface RecordingServer {
  readonly url: string;
  readonly requests: RecordedRequest[];
  /** What the next requests are answered with. Default: status 200 and `{}`. */
  answer: (request: RecordedRequest, response: ServerResponse) => void;
  close(): Promise<void>;
}

export async function startRecordingServer(): Promise<RecordingServer> {
  const http = createServer((message, response) => {
    void record(message).then((request) => {
      server.requests.push(request);
      server.answer(request, response);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: RecordingServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests: [],
    answer: answerWithNothing,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}

/** An empty JSON object. */
export function answerWithNothing(_: RecordedRequest, response: ServerResponse): void {
  response.setHeader('Content-Type', 'application/json').end('{}');
}

async function record(message: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const { method = '', url: target = '', headers } = message;
  return { method, target, headers, body: Buffer.concat(chunks) };
}
