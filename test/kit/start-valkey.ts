import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findOrInstall, findProgram } from './find-program.mjs';
import type { Certificate } from './make-certificates.js';

/** Options of {@link startValkey}. */
export interface ValkeyOptions {
  /** Password of the default user. Default: none. */
  readonly password?: string;
  /** Certificate of the server: it then takes connections by TLS only. */
  readonly tls?: Certificate;
  /** Further settings, each as in the file of settings: `maxmemory 1mb`. */
  readonly settings?: readonly string[];
}

/** A Valkey or Redis of its own for a test. */
export interface Valkey {
  readonly port: number;
  readonly url: string;
  /** Ends it as `kill -9` does. What it holds is in its file, unless settings say otherwise. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with what its file holds. */
  restart(): Promise<void>;
  /** Stops its process: connections stay open, but nothing is answered until `resume`. */
  pause(): void;
  resume(): void;
  /** Runs a command of its command line client. */
  run(...command: readonly string[]): string;
  /** Ends it, and deletes its files. */
  stop(): Promise<void>;
}

/**
 * Starts Valkey or Redis, which is installed from the system's packages where it is missing, in a temporary folder and on a free
 * port of this machine.
 *
 * @throws Error when there is none and none can be installed.
 */
export async function startValkey({ password, tls, settings = [] }: ValkeyOptions = {}): Promise<Valkey> {
  const program = findOrInstall({ names: ['valkey-server', 'redis-server'], debianPackage: 'redis-server' });
  const port = await findPort();
  const folder = mkdtempSync(path.join(tmpdir(), 'valkey-'));
  const given = [
    ...(tls === undefined ? [`port ${port}`] : listTlsSettings(port, tls)),
    'bind 127.0.0.1',
    `dir ${folder}`,
    'save ""',
    'appendonly yes',
    'appendfsync always',
    'auto-aof-rewrite-percentage 0',
    ...(password === undefined ? [] : [`requirepass ${password}`]),
    ...settings,
  ];
  const args = given.flatMap((setting) => {
    const [, name = '', value = ''] = /^(\S+) (.*)$/u.exec(setting) ?? [];
    return [`--${name}`, value === '""' ? '' : value];
  });
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const started = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    child = started;
    let log = '';
    await new Promise<void>((resolve, reject) => {
      started.stdout.setEncoding('utf8').on('data', (text: string) => {
        log += text;
        if (log.includes('Ready to accept connections')) resolve();
      });
      started.once('close', () => reject(new Error(`${program} has ended: ${log}`)));
    });
  };
  const kill = async (): Promise<void> => {
    if (child === undefined) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
    child = undefined;
  };
  await start();
  return {
    port,
    url: `${tls === undefined ? 'redis' : 'rediss'}://${password === undefined ? '' : `:${encodeURIComponent(password)}@`}127.0.0.1:${port}`,
    kill,
    restart: start,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    run: (...command) => {
      const secret = password === undefined ? [] : ['-a', password, '--no-auth-warning'];
      const secure =
        tls === undefined ? [] : ['--tls', '--cacert', tls.authority, '--cert', tls.file, '--key', tls.keyFile];
      const client = findProgram(['valkey-cli', 'redis-cli']) ?? 'redis-cli';
      const { stdout, stderr } = spawnSync(client, ['-p', String(port), ...secret, ...secure, ...command], {
        encoding: 'utf8',
      });
      return stdout + stderr;
    },
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listTlsSettings(port: number, { file, keyFile, authority }: Certificate): readonly string[] {
  const files = [`tls-cert-file ${file}`, `tls-key-file ${keyFile}`, `tls-ca-cert-file ${authority}`];
  // Clients need no certificate, unless a setting that follows says so.
  return ['port 0', `tls-port ${port}`, ...files, 'tls-auth-clients no'];
}

/** Starts a cluster of three nodes. */
export async function startValkeyCluster(): Promise<{
  readonly nodes: readonly Valkey[];
  stop(): Promise<void>;
}> {
  const settings = ['cluster-enabled yes', 'cluster-require-full-coverage no', 'appendonly no'];
  const nodes: Valkey[] = [];
  // One after the other: the bus has a port of its own, 10,000 above that of the clients.
  while (nodes.length < 3) nodes.push(await startValkey({ settings }));
  const [first] = nodes;
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const output = first?.run('--cluster', 'create', ...addresses, '--cluster-yes') ?? '';
  if (!output.includes('All 16384 slots covered')) throw new Error(`There is no cluster: ${output}`);
  for (const node of nodes) {
    while (!node.run('CLUSTER', 'INFO').includes('cluster_state:ok')) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return { nodes, stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))) };
}

/** Ports that the system gives no connection and no other server of these tests by itself, with room for the bus of a cluster. */
const lowestPort = 11_000;
const busOffset = 10_000;

/** A port for clients that is free, as is the one of the bus of a cluster, 10,000 above it. */
async function findPort(): Promise<number> {
  for (;;) {
    const port = lowestPort + Math.floor(Math.random() * busOffset);
    if ((await isFree(port)) && (await isFree(port + busOffset))) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
