import type { Readable, Writable } from 'node:stream';
import { Connection } from '../../core/connection/connection.js';
import { defaultShutdownTimeoutMs, defaultMaxMessageBytes } from '../../core/service/default-limits.js';
import { Decoder, parseInto } from '../../wire/framing/framing.js';
import { parseMessage } from '../../wire/json.js';
import type { MessageText } from '../../wire/json-rpc.js';
import { waitAtMost, withResolver } from '../../wire/promises.js';
import { formatReport } from '../../core/service/report.js';
import { defaultStdioProtocolVersion } from '../../wire/protocol-versions.js';
import type { Service } from '../../core/service/service.js';
import { OutputWriter } from './output-writer.js';
import { bindWrite, claimStdout } from './standard-streams.js';
import type { StartOptions } from './start-options.js';

/** Running server. */
export interface Serving {
  /** Resolves after the end of input, or after {@link stop}, when running requests are complete. */
  readonly finished: Promise<void>;
  /** Stops accepting requests; running requests are completed. */
  stop(): void;
}

/**
 * Serves over two byte streams: stdin and stdout, or the streams in the options.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export class StdioServing implements Serving {
  readonly finished: Promise<void>;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #service: Service;
  readonly #decoder: Decoder;
  readonly #connection: Connection;
  readonly #writer: OutputWriter;
  readonly #shutdownTimeoutMs: number;
  readonly #inputEnded = withResolver();
  readonly #outputFailed = withResolver();

  /** @throws TypeError for a server that cannot be used over stdio. */
  constructor(service: Service, options: StartOptions) {
    service.definition.noStdio?.();
    this.#service = service;
    this.#input = options.input ?? process.stdin;
    this.#output = options.output ?? process.stdout;
    this.#shutdownTimeoutMs = options.shutdownTimeoutMs ?? defaultShutdownTimeoutMs;
    this.#decoder = new Decoder(options.maxMessageBytes ?? defaultMaxMessageBytes);
    const write = options.output ? bindWrite(options.output) : claimStdout();
    this.#writer = new OutputWriter(this.#output, write, () => this.#input.pause());
    const send = (message: MessageText): void => this.#writer.add(this.#decoder.frame(message));
    const request = (message: MessageText): boolean => {
      send(message);
      return true;
    };
    this.#connection = new Connection(service, {
      channel: { send, ask: request, respond: (response) => response && send(response), isShared: true },
      protocolVersion: defaultStdioProtocolVersion,
      sequential: options.sequential,
    });
    this.finished = this.#run();
  }

  readonly stop = (): void => this.#inputEnded.resolve();

  async #run(): Promise<void> {
    const release = this.#listen();
    await Promise.race([this.#inputEnded.promise, this.#outputFailed.promise]);
    release();
    await this.#decoder.whenRead();
    this.#connection.endInput();
    await Promise.race([this.#drain(), this.#outputFailed.promise]);
    this.#output.off('close', this.#outputFailed.resolve);
    this.#connection.close('The server is shutting down');
  }

  /** Waits until all responses are written, up to `shutdownTimeoutMs`. */
  async #drain(): Promise<void> {
    const ended = this.#service.enabled.end();
    const idle = Promise.all([ended, this.#connection.whenIdle()]);
    await waitAtMost(
      this.#shutdownTimeoutMs,
      idle.then(() => this.#writer.whenFlushed()),
    );
  }

  /** Starts reading. Returns a function that stops reading. */
  #listen(): () => void {
    const messages = {
      message: (value: unknown): void => this.#connection.receive(value),
      malformed: (reason: string): void => this.#connection.receiveMalformed(reason),
    };
    const sink = parseInto(messages, parseMessage);
    const onData = (chunk: Uint8Array | string): void => {
      this.#writer.collect(() => this.#decoder.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk, sink));
    };
    const onEnd = (): void => {
      this.#decoder.end(sink);
      this.#inputEnded.resolve();
    };
    const onInputError = (error: Error): void => {
      this.#service.report(formatReport('INPUT', error.message));
      this.#inputEnded.resolve();
    };
    const onDrain = (): void => {
      this.#input.resume();
    };
    // Never removed: an error event without a listener would end the process.
    this.#output.on('error', (error: NodeJS.ErrnoException) => this.#failOutput(error));
    this.#output.on('drain', onDrain);
    this.#output.on('close', this.#outputFailed.resolve);
    if (this.#input.readableEnded || this.#input.destroyed) this.#inputEnded.resolve();
    this.#input.on('data', onData).on('end', onEnd).on('close', this.#inputEnded.resolve).on('error', onInputError);
    return () => {
      this.#output.off('drain', onDrain);
      this.#input.off('data', onData).off('end', onEnd).off('close', this.#inputEnded.resolve);
      this.#input.pause();
    };
  }

  #failOutput({ code, message }: NodeJS.ErrnoException): void {
    // The client has disconnected, which is a normal end of a connection.
    const isGone = code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
    if (!isGone) this.#service.report(formatReport('OUTPUT', message));
    this.#outputFailed.resolve();
  }
}
