import type { Readable, Writable } from 'node:stream';
import type { DevFront } from './dev-front.js';
import { FrameReader, frameText } from './frame-reader.js';
import { readServerLists, type ServerLists } from './server-lists.js';
import { ServerProcess } from './server-process.js';
import { ServerSupervisor, type SupervisedServer } from './supervise-server.js';
import { StdioRelay } from './stdio-relay.js';

/** The client's streams, and what servers are started with. */
export interface StdioFrontOptions {
  /** Absolute path of the project. */
  readonly root: string;
  readonly environment: { readonly [name: string]: string };
  readonly input: Readable;
  readonly output: Writable;
  readonly report: (text: string) => void;
}

interface StdioServer extends SupervisedServer {
  readonly process: ServerProcess;
  readonly lists: Promise<ServerLists | undefined>;
}

/** Serves a client on a pair of streams, in the framing that it speaks. */
export function openStdioFront({ root, environment, input, output, report }: StdioFrontOptions): DevFront {
  const processes = new Set<ServerProcess>();
  const setPaused = (isPaused: boolean): void => processes.forEach((process) => process.setPaused(isPaused));
  const reader = new FrameReader((text) => relay.receive(text));
  const relay = new StdioRelay((text) => {
    if (!output.write(frameText(text, reader.style))) setPaused(true);
  });
  const start = (script: string): StdioServer => {
    const process = new ServerProcess(script, { cwd: root, environment });
    processes.add(process);
    void process.ended.then(() => processes.delete(process));
    const lists = readServerLists((method, params) => process.ask(method, params));
    return {
      process,
      lists,
      ended: process.ended,
      ready: lists.then((found) => found !== undefined),
      stop: () => process.stop(),
    };
  };
  const supervisor = new ServerSupervisor({
    root,
    start,
    onReady: ({ process, lists }) => void lists.then((found) => found && relay.adopt(process, found)),
    onEnded: ({ process }, how) => relay.lose(process, how),
    report,
  });
  const inputEnded = new Promise<void>((resolve) => {
    input.on('data', (chunk: Buffer) => reader.push(chunk));
    input.on('end', () => {
      reader.end();
      resolve();
    });
    input.on('close', resolve).on('error', () => resolve());
    // The client has gone.
    output.on('error', () => void supervisor.stop().then(resolve));
    output.on('drain', () => setPaused(false));
  });
  return {
    replace: (code) => supervisor.replace(code),
    whenSettled: () => supervisor.whenSettled(),
    inputEnded,
    async finish() {
      await supervisor.whenSettled();
      supervisor.close();
      relay.endInput();
      await supervisor.whenEnded();
      return relay.hasServed;
    },
    stop: () => supervisor.stop(),
  };
}
