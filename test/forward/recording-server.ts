import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** A request as it arrived. */
export interface RecordedRequest {
  readonly method: string;
  /** The request target, byte for byte. */
  readonly target: string;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly body: Buffer;
}

/** An API on a port of its own that records the requests. */
export class RecordingServer {
  readonly requests: RecordedRequest[] = [];
  /** Answers the next requests. Default: status 200 and `{}`. */
  answer: (request: RecordedRequest, response: ServerResponse) => void = answerWithNothing;
  readonly #http = createServer((message, response) => {
    void record(message).then((request) => {
      this.requests.push(request);
      this.answer(request, response);
    });
  });

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#http.listen(0, '127.0.0.1', resolve));
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#http.close(() => resolve());
      this.#http.closeAllConnections();
    });
  }
}

/** Starts a recording server, which the caller closes. */
export async function startRecordingServer(): Promise<RecordingServer> {
  const server = new RecordingServer();
  await server.listen();
  return server;
}

/** A recording server for the tests of a file; each test finds it without requests and with the default answer. */
export function useRecordingServer(): RecordingServer {
  const server = new RecordingServer();
  beforeAll(() => server.listen());
  beforeEach(() => {
    server.requests.length = 0;
    server.answer = answerWithNothing;
  });
  afterAll(() => server.close());
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
