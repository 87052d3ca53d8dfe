import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a program to its end.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, input?: string, milliseconds?: number }} options
 * @returns {Promise<{ out: string, error: string }>}
 * @throws {Error} with the last lines that it wrote, when its exit code is not 0 or the time is over
 */
export async function runProgram(program, args, { cwd, env = {}, input = '', milliseconds = 120_000 }) {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env } });
  const [out, error] = [collect(child.stdout), collect(child.stderr)];
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  if (code === 0) return { out: out(), error: error() };
  const told = `${out()}\n${error()}`.trim().split('\n').slice(-12).join('\n');
  throw new Error(`${[program, ...args].join(' ')} ended with ${code ?? signal}:\n${told}`);
}

/**
 * Starts a server and waits until one of its lines tells an address.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ url: string, stop(): Promise<string> }>} `stop` gives what it wrote
 */
export async function startProgram(program, args, { cwd, env = {} }) {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, error] = [collect(child.stdout), collect(child.stderr)];
  const closed = once(child, 'close');
  const text = () => `${out()}${error()}`;
  const deadline = Date.now() + 30_000;
  let url;
  while (url === undefined) {
    url = /https?:\/\/[^\s]+/u.exec(text())?.[0];
    if (url !== undefined) break;
    if (Date.now() > deadline || child.exitCode !== null) {
      child.kill('SIGKILL');
      throw new Error(`${[program, ...args].join(' ')} did not start to listen:\n${text()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await closed;
    return text();
  };
  return { url, stop };
}

function collect(stream) {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  return () => text;
}
