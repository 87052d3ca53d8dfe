import type { Readable, Writable } from 'node:stream';
import type { TextSink } from '../../../runtime/wire/framing/frame-reader.js';
import * as headers from '../../../runtime/wire/framing/content-length-reader.js';
import { Decoder } from '../../../runtime/wire/framing/framing.js';
import { joinBytes } from '../../../runtime/wire/join-bytes.js';
import { encodeError } from '../../../runtime/wire/json-rpc.js';
import { toLine } from '../../../runtime/wire/peer/json-message.js';
import type { DevProxy } from './run-dev.js';
import { ServerInstance } from './server-instance.js';
import { readServerLists, type ServerLists } from './server-lists.js';
import { StdioProxy } from './stdio-proxy.js';
import { ServerSupervisor, type SupervisedServer } from './supervise-server.js';

/** Client streams, and options of the servers behind the proxy. */
export interface StdioProxyOptions {
  /** Absolute path of the project. */
  readonly root: string;
  readonly environment: { readonly [name: string]: string };
  /** Arguments of the server. */
  readonly serverArgs: readonly string[];
  readonly input: Readable;
  readonly output: Writable;
  readonly report: (text: string) => void;
  /** Called when a server is ready. `isReplacement` is set if it replaces a running server. */
  readonly onStarted?: (isReplacement: boolean) => void;
  /** Called with a message for the user if a server does not start. */
  readonly onFailed?: (text: string) => void;
}

interface StdioServer extends SupervisedServer {
  readonly instance: ServerInstance;
  readonly lists: Promise<ServerLists | undefined>;
}

/** Opens a proxy for a client on a pair of streams, using the client's framing. */
export function openStdioProxy(options: StdioProxyOptions): DevProxy {
  const { root, input, output, report, onStarted, onFailed } = options;
  const instances = new Set<ServerInstance>();
  const setPaused = (isPaused: boolean): void => instances.forEach((instance) => instance.setPaused(isPaused));
  const decoder = new Decoder(Infinity, headers);
  const write = (text: string): void => {
    if (!output.write(joinBytes(decoder.frame(text)))) setPaused(true);
  };
  const proxy = new StdioProxy(write);
  const sink: TextSink = {
    text: (text) => proxy.receive(toLine(text)),
    malformed: (reason) => write(encodeError(undefined, -32700, `Parse error: ${reason}`)),
  };
  const supervisor = new ServerSupervisor({
    root,
    start: (script) => startServer(script, options, instances),
    onReady: ({ instance, lists }, earlier) =>
      void lists.then((found) => {
        if (found === undefined) return;
        proxy.adopt(instance, found);
        onStarted?.(earlier !== undefined);
      }),
    onFailed(text, isServing) {
      if (!isServing) proxy.refuse(text);
      onFailed?.(text);
    },
    onEnded: ({ instance }, how) => proxy.lose(instance, how),
    report,
  });
  const inputEnded = new Promise<void>((resolve) => {
    input.on('data', (chunk: Buffer) => decoder.push(chunk, sink));
    input.on('end', () => {
      decoder.end(sink);
      resolve();
    });
    input.on('close', resolve).on('error', () => resolve());
    // An error on this stream means that the client has ended.
    output.on('error', () => void supervisor.stop().then(resolve));
    output.on('drain', () => setPaused(false));
  });
  return {
    replace(code) {
      proxy.refuse(undefined);
      supervisor.replace(code);
    },
    refuse: (reason) => proxy.refuse(reason),
    whenSettled: () => supervisor.whenSettled(),
    inputEnded,
    async finish() {
      await supervisor.whenSettled();
      supervisor.close();
      proxy.endInput();
      await supervisor.whenEnded();
      return proxy.hasServed;
    },
    stop: () => supervisor.stop(),
  };
}

/** Starts a server and tracks it in `instances` until it ends. */
function startServer(script: string, options: StdioProxyOptions, instances: Set<ServerInstance>): StdioServer {
  const { root, environment, serverArgs, report } = options;
  const instance = new ServerInstance(script, { cwd: root, environment, serverArgs }, report);
  instances.add(instance);
  void instance.ended.then(() => instances.delete(instance));
  const lists = readServerLists((method, params) => instance.ask(method, params));
  const ready = lists.then((found) => found !== undefined);
  return { instance, lists, ended: instance.ended, ready, stop: () => instance.stop() };
}
