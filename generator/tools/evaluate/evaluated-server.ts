import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pid } from 'node:process';
import type { ChildProcess } from 'node:child_process';
import type { JsonObject } from '../../../runtime/wire/json.js';
import { isJsonObject } from '../../../runtime/wire/json.js';
import { jsonCodec } from '../../../runtime/wire/peer/json-codec.js';
import { Peer, PeerError } from '../../../runtime/wire/peer/peer.js';
import { loadPackage } from '../../core/package/load-package.js';
import { renderEvaluationServer } from '../../pipeline/emit/emit-project.js';
import { createFolder } from '../../pipeline/write/file-system.js';
import { openBundler } from '../build/server-bundler.js';
import { optionalModules } from '../dev/optional-modules.js';
import { startProcess, type ServerProcess } from '../dev/server-process.js';
import { openStreamLink } from '../links/stream-link.js';
import { printResult } from './print-result.js';

/** Tool as the server lists it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

/** Call that reached a handler: of the tool itself, or by another tool, such as a script. */
export interface HandledCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** What the handler, or its mock, returned. Absent after a failure, and for results that are no plain data. */
  readonly result?: unknown;
}

/** What the server returned for a call. */
export interface CallOutcome {
  readonly text: string;
  readonly isError: boolean;
  readonly handled: readonly HandledCall[];
}

/** Server under evaluation. */
export interface EvaluatedServer {
  readonly instructions: string;
  readonly tools: readonly ListedTool[];
  /** Returns the result of a handler. Set before the first call; not used if the handlers run. */
  mock: (tool: string, input: JsonObject) => unknown;
  /** Calls a tool. A protocol error, a timeout and the end of the server are error results. */
  call(name: string, args: unknown, timeoutMs: number): Promise<CallOutcome>;
  close(): Promise<void>;
}

/** Project and way to serve it. */
export interface ServeOptions {
  /** Absolute path of the project. */
  readonly root: string;
  readonly out: string;
  readonly handlers: string;
  /** Default: the server's own mode. */
  readonly mode?: string | undefined;
  /** Whether the handlers run. Default: their results are mocked. */
  readonly isLive: boolean;
  readonly serverArgs: readonly string[];
}

/** Thrown if the server cannot be bundled or started. The message is for the user. */
export class ServeError extends Error {
  override readonly name = 'ServeError';
}

const protocolVersion = '2025-11-25';

/** Milliseconds until a server that is to stop is killed, and until a server that starts must have listed its tools. */
const stopMs = 3000;
const startMs = 60_000;

/** Maximum number of characters of stderr in messages. */
const maxStderr = 2000;

let serverCount = 0;

/**
 * Bundles a server and starts it in a process, as `dev` does.
 *
 * @throws {ServeError} if its code cannot be bundled, or it does not list its tools
 */
export async function openEvaluatedServer(options: ServeOptions): Promise<EvaluatedServer> {
  serverCount += 1;
  const script = path.join(options.root, 'dist', `.evaluate-${pid}-${serverCount}.mjs`);
  const code = await bundleServer(options);
  await createFolder(path.dirname(script));
  await writeFile(script, code);
  try {
    return await startServer(script, options);
  } finally {
    await rm(script, { force: true });
  }
}

async function bundleServer({ root, out, handlers, isLive }: ServeOptions): Promise<string> {
  const resolveDir = path.join(root, out);
  const bundler = openBundler({
    root,
    out,
    external: [],
    bundled: [],
    output: {
      stdin: {
        contents: renderEvaluationServer({ out, handlers }, loadPackage().render, isLive),
        resolveDir,
        sourcefile: 'evaluation-server.ts',
        loader: 'ts',
      },
      outdir: 'dist',
      plugins: [optionalModules(resolveDir)],
    },
  });
  try {
    const bundle = await bundler.bundle();
    if (bundle.ok) return bundle.result.outputFiles[0]?.text ?? '';
    const [problem] = bundle.diagnostics;
    throw new ServeError(`The server cannot be bundled: ${problem?.message ?? 'unknown error'}`);
  } finally {
    await bundler.close();
  }
}

async function startServer(script: string, { root, mode, serverArgs, isLive }: ServeOptions): Promise<EvaluatedServer> {
  const args = [script, ...(mode === undefined ? [] : ['--mode', mode])];
  const server = startProcess(
    args,
    { cwd: root, environment: {}, serverArgs },
    ['pipe', 'pipe', 'pipe', 'ipc'],
    stopMs,
  );
  let stderr = '';
  server.child.stderr?.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-maxStderr)));
  const evaluated = new ProcessServer(server, isLive);
  try {
    await evaluated.greet(AbortSignal.timeout(startMs));
    return evaluated;
  } catch (error) {
    await evaluated.close();
    const reason = error instanceof PeerError ? error.message : 'It did not list its tools in time.';
    const said = stderr.trim() === '' ? reason : stderr.trim();
    throw new ServeError(`The server does not start${mode === undefined ? '' : ` in mode ${mode}`}: ${said}`);
  }
}

/** Server in a process, which tells of the calls that reach its handlers. */
class ProcessServer implements EvaluatedServer {
  instructions = '';
  tools: readonly ListedTool[] = [];
  mock: EvaluatedServer['mock'] = () => undefined;
  readonly #server: ServerProcess;
  readonly #peer: Peer<JsonObject>;
  readonly #isLive: boolean;
  #handled: HandledCall[] = [];

  constructor(server: ServerProcess, isLive: boolean) {
    const { child } = server;
    this.#server = server;
    this.#isLive = isLive;
    this.#peer = new Peer<JsonObject>({
      open: (events) => openStreamLink(streamOf(child.stdin), streamOf(child.stdout), events, () => server.stop()),
      codec: jsonCodec,
      asked: async ({ method }) => {
        // Scripts of code mode ask before they change something. Mocked handlers change nothing.
        if (!isLive && method === 'elicitation/create') return { action: 'accept', content: {} };
        throw new PeerError('Method not found', -32_601);
      },
    });
    child.on('message', (message) => this.#note(child, message));
    void server.ended.then((how) => this.#peer.end(`The server exited (${how}).`));
  }

  /** Introduces the client and reads the list of tools. */
  async greet(signal: AbortSignal): Promise<void> {
    const capabilities = this.#isLive ? {} : { elicitation: {} };
    const clientInfo = { name: 'create-mcp-from-schema evaluate', version: '1' };
    const greeting = await this.#peer.request('initialize', { protocolVersion, capabilities, clientInfo }, { signal });
    this.#peer.notify('notifications/initialized');
    const { instructions } = greeting;
    if (typeof instructions === 'string') this.instructions = instructions;
    const tools: ListedTool[] = [];
    let cursor: unknown;
    do {
      const page = await this.#peer.request('tools/list', cursor === undefined ? {} : { cursor }, { signal });
      tools.push(...readTools(page['tools']));
      cursor = page['nextCursor'];
    } while (typeof cursor === 'string');
    this.tools = tools;
  }

  async call(name: string, args: unknown, timeoutMs: number): Promise<CallOutcome> {
    this.#handled = [];
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const result = await this.#peer.request('tools/call', { name, arguments: args }, { signal: timeout });
      return { text: printResult(result), isError: result['isError'] === true, handled: this.#handled };
    } catch (error) {
      const text = timeout.aborted ? `The call took longer than ${timeoutMs} ms.` : (error as Error).message;
      return { text, isError: true, handled: this.#handled };
    }
  }

  async close(): Promise<void> {
    await this.#peer.close();
    this.#server.stop();
    await this.#server.ended;
  }

  /** Notes a call that has reached a handler, or the result of a handler, and lets the handler go on. */
  #note(child: ChildProcess, message: unknown): void {
    if (!isJsonObject(message)) return;
    const { id, tool, call, result } = message;
    let value: unknown;
    if (typeof tool === 'string') {
      const input = isJsonObject(message['input']) ? message['input'] : {};
      value = this.#isLive ? null : (this.mock(tool, input) ?? null);
      this.#handled.push({ tool, arguments: input, ...(!this.#isLive && { result: value }) });
    } else if (typeof call === 'number') {
      const noted = this.#handled[call];
      if (noted !== undefined) this.#handled[call] = { ...noted, result };
    }
    if (child.connected) child.send({ id, reply: { value, call: this.#handled.length - 1 } });
  }
}

function streamOf<Stream>(stream: Stream | null): Stream {
  if (stream === null) throw new TypeError('The server has no pipe.');
  return stream;
}

function readTools(list: unknown): readonly ListedTool[] {
  const tools: readonly unknown[] = Array.isArray(list) ? list : [];
  return tools.flatMap((tool) => {
    if (!isJsonObject(tool) || typeof tool['name'] !== 'string') return [];
    const { name, description, inputSchema } = tool;
    return [
      {
        name,
        description: typeof description === 'string' ? description : '',
        inputSchema: isJsonObject(inputSchema) ? inputSchema : { type: 'object' },
      },
    ];
  });
}
