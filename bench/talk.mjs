import { spawn } from 'node:child_process';

/** Requests of a client that lists the tools. */
export const listTools = [
  ['initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } }],
  ['tools/list', {}],
];

/**
 * Starts a program and makes requests one after another; without requests, waits until it ends.
 *
 * @returns Milliseconds until the last response (without requests, until the end), and the program's stderr.
 * @throws Error if the program ends before its last response.
 */
export function talk([command, ...args], requests, environment = {}) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(command, args, { env: { ...process.env, ...environment } });
    let milliseconds;
    let stdout = '';
    let stderr = '';
    let next = 0;
    const proceed = () => {
      if (next === requests.length) {
        child.stdin.end();
        if (next > 0) milliseconds = performance.now() - started;
        return;
      }
      const [method, params] = requests[next];
      next += 1;
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: next, method, params })}\n`);
      if (method === 'initialize') child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    };
    child.stdout.setEncoding('utf8').on('data', (text) => {
      const lines = (stdout + text).split('\n');
      stdout = lines.pop();
      for (const line of lines) if (JSON.parse(line).id === next) proceed();
    });
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.on('error', reject);
    child.on('exit', () => {
      if (requests.length === 0) milliseconds = performance.now() - started;
    });
    child.on('close', () => {
      if (milliseconds === undefined) reject(new Error(`${args.join(' ')} ended without a response: ${stderr}`));
      else resolve({ milliseconds, stderr });
    });
    proceed();
  });
}
