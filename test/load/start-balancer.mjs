import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readProcessor } from '../../bench/drive/read-usage.mjs';
import { findOrInstall } from '../kit/find-program.mjs';
import { findPorts } from '../../bench/drive/find-ports.mjs';

/** Connections other than event streams. */
const otherConnections = 1000;

/**
 * Starts HAProxy in front of nodes, configured as docs/scaling.md recommends. It ends with this process.
 *
 * @param {readonly number[]} ports Ports of the nodes.
 * @param {number} streams Maximum number of open event streams.
 * @throws Error when it cannot be installed, or does not start.
 */
export async function startBalancer(ports, streams) {
  const program = findOrInstall({ names: ['haproxy'], debianPackage: 'haproxy' });
  const [port] = await findPorts(1);
  const folder = mkdtempSync(path.join(tmpdir(), 'load-balancer-'));
  const file = path.join(folder, 'haproxy.cfg');
  writeFileSync(file, configure(port, ports, streams + otherConnections));
  const child = spawn(program, ['-db', '-q', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const stop = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stop);
  const url = `http://127.0.0.1:${port}/mcp`;
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`HAProxy has ended (${code}).`)));
  ended.catch(() => {});
  const isReady = async () => (await fetch(new URL('/readyz', url)).catch(() => undefined))?.status === 200;
  while (!(await Promise.race([isReady(), ended]))) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    url,
    /** Microseconds of processor time that it has used. */
    readProcessor: () => readProcessor(child.pid),
    stop: () => {
      process.off('exit', stop);
      stop();
    },
  };
}

function configure(port, ports, connections) {
  return `global
  maxconn ${connections}
defaults
  mode http
  maxconn ${connections}
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout check 5s
frontend clients
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  option redispatch 1
  retry-on conn-failure 503
  default-server check inter 1s fall 2
${ports.map((each, index) => `  server node-${index} 127.0.0.1:${each}`).join('\n')}
`;
}
