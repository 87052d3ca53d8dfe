import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encodeRequest, greeting, requests } from './make-request.mjs';
import { readProcessor } from './read-usage.mjs';

const listRequest = encodeRequest(requests.list, 'legacy', 2);

/**
 * Starts a server and lists its tools, as a client does.
 *
 * @returns {Promise<{ wall: number, spent: number }>} Milliseconds until the whole response is received, and of CPU
 *   time.
 * @throws Error if the server exits or its response is wrong.
 */
export function startOnce([program, ...options], tools) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(program, options, { stdio: ['pipe', 'pipe', 'ignore'] });
    let chunks = [];
    let isGreeted = false;
    child.stdout.on('data', (chunk) => {
      chunks.push(chunk);
      if (chunk.at(-1) !== 10) return;
      if (!isGreeted) {
        isGreeted = true;
        chunks = [];
        child.stdin.write(`${greeting[1]}\n${listRequest}\n`);
        return;
      }
      const wall = performance.now() - started;
      const spent = readProcessor(child.pid) / 1000;
      child.kill('SIGKILL');
      const { id, result } = JSON.parse(Buffer.concat(chunks).toString());
      if (id === 2 && requests.list.isRight(result, tools)) resolve({ wall, spent });
      else reject(new Error(`${options[0]} lists wrong tools.`));
    });
    child.on('error', reject).on('exit', (code) => reject(new Error(`${options[0]} ended (${code}).`)));
    child.stdin.write(`${greeting[0]}\n`);
  });
}

/** Returns the milliseconds from the start of a program to its end, as its parent process sees them. */
export async function endOnce([program, ...options]) {
  const started = performance.now();
  await once(spawn(program, options, { stdio: 'ignore' }), 'exit');
  return performance.now() - started;
}

/**
 * Returns the CPU milliseconds of a server that finds all requests on its stdin, and the wall time from its start to
 * its end. Bash measures both.
 *
 * @param {boolean} isServer Whether a response to `tools/list` is required.
 * @throws Error if the program fails.
 */
export function runWhole(command, isServer) {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-start-'));
  const [input, output] = ['input', 'output'].map((name) => path.join(folder, name));
  writeFileSync(input, [...greeting, listRequest, ''].join('\n'));
  const streams = [openSync(input, 'r'), openSync(output, 'w'), 'pipe'];
  try {
    const script = 'TIMEFORMAT="%R %U %S"; time "$@" 2>/dev/null';
    const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', ...command], {
      stdio: streams,
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
      timeout: 60_000,
    });
    const said = readFileSync(output, 'utf8');
    if (status !== 0) throw new Error(`${command.join(' ')} failed (${status}): ${said.slice(0, 1000)}`);
    if (isServer && !said.includes('"id":2')) throw new Error(`${command.join(' ')} ended without listing its tools.`);
    const [wall, user, system] = stderr.trim().split(' ').map(Number);
    return { wall: wall * 1000, whole: (user + system) * 1000 };
  } finally {
    closeSync(streams[0]);
    closeSync(streams[1]);
    rmSync(folder, { recursive: true });
  }
}
