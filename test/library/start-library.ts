import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** The library, its authorization server and its API, started by the sample's own program. */
export interface Library {
  /** Address of the MCP server. */
  readonly url: URL;
  /** Address of the authorization server. */
  readonly issuer: string;
  readonly child: ChildProcess;
  /** What the program has printed up to now. */
  readonly output: { stdout: string; stderr: string };
  readonly exited: Promise<number | NodeJS.Signals>;
}

/**
 * Starts the library on free ports.
 *
 * @throws Error when the program ends before everything listens.
 */
export async function startLibrary(...options: readonly string[]): Promise<Library> {
  const started = spawnLibrary('--port', '0', '--auth-port', '0', '--api-port', '0', ...options);
  const { child, output, exited } = started;
  const isOpen = new Promise<boolean>((resolve) => {
    child.stdout?.on('data', () => output.stdout.includes('What a client does') && resolve(true));
    void exited.then(() => resolve(false));
  });
  if (!(await isOpen)) throw new Error(`The library did not start:\n${output.stderr}`);
  const addressOf = (name: string): string => new RegExp(`${name} +(http:\\S+)`, 'u').exec(output.stdout)?.[1] ?? '';
  return { ...started, url: new URL(addressOf('MCP server')), issuer: addressOf('Authorization server') };
}

/** Starts the sample's program, and does not wait. */
export function spawnLibrary(...options: readonly string[]): Pick<Library, 'child' | 'output' | 'exited'> {
  const program = path.join(root, 'definitions/library/local/start.mjs');
  const child = spawn(process.execPath, [program, '--server', 'dist/library/server.mjs', ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const exited = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  return { child, output, exited };
}

/** Sends a message to a server over HTTP, as curl does. */
export function post(url: URL, token: string | undefined, message: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json', Authorization: `Bearer ${token}` };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(message) });
}
