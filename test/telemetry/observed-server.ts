import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { Telemetry } from '../../runtime/core/api/telemetry.js';
import type { ServicePorts } from '../../runtime/core/service/service.js';
import { openService } from '../kit/open-service.js';
import { postInit } from '../kit/post-init.js';
import { StdioServing } from '../../runtime/transports/node/serve-stdio.js';
import { openTelemetry, type TelemetryOptions } from '../../runtime/features/telemetry/index.js';
import { createWebServer, type WebProgram } from '../../runtime/transports/web/index.js';
import { parseLines, type Subject, type Wire } from '../wire/wire.js';

/** A client of a server over stdio, in this process. */
export interface ObservedClient {
  send(...messages: readonly object[]): void;
  /** The next message of the server. */
  next(): Promise<Wire>;
  ask(message: object): Promise<Wire>;
  /** Ends the input. Resolves when the server has ended. */
  end(): Promise<void>;
}

/** Serves over streams, with telemetry. */
export function observeStdio(subject: Subject, options?: TelemetryOptions, ports: ServicePorts = {}): ObservedClient {
  const input = new PassThrough();
  const output = new PassThrough();
  const telemetry: Telemetry = openTelemetry(options);
  const service = openService(subject, {}, { ...ports, telemetry });
  const serving = new StdioServing(service, { input, output });
  const received: Wire[] = [];
  const waiting: ((message: Wire) => void)[] = [];
  let text = '';
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    const end = text.lastIndexOf('\n') + 1;
    const whole = text.slice(0, end);
    text = text.slice(end);
    for (const message of parseLines(whole)) {
      const wake = waiting.shift();
      if (wake === undefined) received.push(message);
      else wake(message);
    }
  });
  const send: ObservedClient['send'] = (...messages) => {
    input.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  };
  const next = (): Promise<Wire> =>
    new Promise((resolve) => {
      const message = received.shift();
      if (message === undefined) waiting.push(resolve);
      else resolve(message);
    });
  const end = (): Promise<void> => {
    input.end();
    return serving.finished;
  };
  onTestFinished(end);
  return {
    send,
    next,
    ask: (message) => {
      send(message);
      return next();
    },
    end,
  };
}

/** A client of a server over HTTP, in this process. */
export interface ObservedFetch {
  post(message: Wire, headers?: { readonly [name: string]: string }): Promise<Response>;
  close(): Promise<void>;
}

/** Serves `fetch`, with telemetry. */
export function observeFetch(
  subject: Subject,
  options?: TelemetryOptions,
  program: Partial<WebProgram> = {},
): ObservedFetch {
  const server = createWebServer({ ...subject, telemetry: openTelemetry(options), ...program });
  onTestFinished(() => server.close());
  return {
    post: (message, headers) => server.fetch(new Request('http://localhost/mcp', postInit(message, headers))),
    close: () => server.close(),
  };
}
