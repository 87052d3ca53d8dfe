import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { env, kill, platform } from 'node:process';
import type { ProgramCall } from '../../../outputs/connect/inspector-command.js';
import { describeFailure } from '../../links/send-request.js';
import { showText } from '../../links/show-text.js';

/** State of the official Inspector process: its URL, or the reason why it does not run. */
type InspectorState = { readonly url: string } | { readonly problem: string };

/** Time limit for the Inspector's URL, in milliseconds. npx may have to install the Inspector. */
const patienceMs = 180_000;

/** Number of output characters kept. */
const maxOutput = 8000;

/** Matches the URL that the Inspector prints, including its token. */
const addressPattern = /\bhttp:\/\/(?:127\.0\.0\.1|localhost):\d+\/?\?MCP_\w+=\w+/u;

/** Returns the command that starts the Inspector, or the reason why there is none yet. */
type FindInspector = () => Promise<ProgramCall | { readonly problem: string }>;

/** Starts the official Inspector on request, and ends it with the host. */
export class InspectorLauncher {
  readonly #find: FindInspector;
  readonly #cwd: string;
  #child: ChildProcess | undefined;
  #state: Promise<InspectorState> | undefined;
  #isClosed = false;

  /** @param cwd Working directory of the Inspector; npx uses the project's copy, if installed. */
  constructor(find: FindInspector, cwd: string) {
    this.#find = find;
    this.#cwd = cwd;
  }

  /** Starts the Inspector unless it is running. The next call restarts an Inspector that has ended or failed to start. */
  start(): Promise<InspectorState> {
    this.#state ??= this.#start().then((state) => {
      if ('problem' in state) this.#stop();
      return state;
    });
    return this.#state;
  }

  /** Ends the Inspector and all processes that it has started. */
  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  #stop(): void {
    const child = this.#child;
    this.#child = undefined;
    this.#state = undefined;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    if (platform === 'win32') {
      spawn('taskkill', ['/pid', String(child.pid), '/t', '/f']).on('error', () => child.kill());
      return;
    }
    try {
      kill(-child.pid, 'SIGTERM');
    } catch {
      // The process has already ended.
    }
  }

  async #start(): Promise<InspectorState> {
    const found = await this.#find();
    if ('problem' in found) return found;
    const { command, args } = found;
    const [page, proxy] = await Promise.all([findFreePort(), findFreePort()]);
    if (this.#isClosed) return { problem: 'The Dev UI command has stopped.' };
    // The requesting page opens the URL, not the Inspector. Older versions have a proxy on a separate port.
    const own = { MCP_AUTO_OPEN_ENABLED: 'false', CLIENT_PORT: page, SERVER_PORT: proxy, MCP_SANDBOX_PORT: '0' };
    // A separate process group, so that ending npx also ends its child processes.
    const child = spawn(command, args, {
      cwd: this.#cwd,
      env: { ...env, ...own, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: platform !== 'win32',
    });
    this.#child = child;
    return new Promise((resolve) => {
      let output = '';
      const take = (chunk: Buffer): void => {
        output = (output + chunk.toString()).slice(-maxOutput);
        const [url] = addressPattern.exec(output) ?? [];
        if (url !== undefined) resolve({ url });
      };
      const fail = (reason: string): void => {
        const said = showText(output);
        resolve({ problem: `MCP Inspector failed to start: ${reason}.${said === '' ? '' : ` Output: ${said}`}` });
      };
      const timer = setTimeout(() => fail(`no URL within ${patienceMs / 1000} seconds`), patienceMs);
      child.stdout.on('data', take);
      child.stderr.on('data', take);
      child.on('error', (error) => fail(`${command}: ${describeFailure(error)}`));
      child.on('close', (code, signal) => {
        clearTimeout(timer);
        fail(signal ?? `exit code ${code}`);
        if (this.#child === child) this.#stop();
      });
    });
  }
}

/** Finds a free port. */
async function findFreePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}
