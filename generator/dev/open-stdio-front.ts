import type { Readable, Writable } from 'node:stream';
import type { DevFront } from './dev-front.js';
import { FrameReader, frameText } from './frame-reader.js';
import { readServerLists, type ServerLists } from './server-lists.js';
import { ServerChild } from './server-child.js';
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
  readonly child: ServerChild;
  readonly lists: Promise<ServerLists | undefined>;
}

/** Serves a client on a pair of streams, in the framing that it speaks. */
export function openStdioFront({ root, environment, input, output, report }: StdioFrontOptions): DevFront {
  const children = new Set<ServerChild>();
  const setPaused = (isPaused: boolean): void => children.forEach((child) => child.setPaused(isPaused));
  const reader = new FrameReader((text) => relay.receive(text));
  const relay = new StdioRelay((text) => {
    if (!output.write(frameText(text, reader.style))) setPaused(true);
  });
  const start = (script: string): StdioServer => {
    const child = new ServerChild(script, { cwd: root, environment });
    children.add(child);
    void child.ended.then(() => children.delete(child));
    const lists = readServerLists((method, params) => child.ask(method, params));
    return {
      child,
      lists,
      ended: child.ended,
      ready: lists.then((found) => found !== undefined),
      stop: () => child.stop(),
    };
  };
  const supervisor = new ServerSupervisor({
    root,
    start,
    onReady: ({ child, lists }) => void lists.then((found) => found && relay.adopt(child, found)),
    onEnded: ({ child }, how) => relay.lose(child, how),
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
