import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Options of {@link startValkey}. */
export interface ValkeyOptions {
  /** Password of the default user. Default: none. */
  readonly password?: string;
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
export async function startValkey({ password, settings = [] }: ValkeyOptions = {}): Promise<Valkey> {
  const program = findProgram('server') ?? installProgram();
  const port = await findPort();
  const folder = mkdtempSync(path.join(tmpdir(), 'valkey-'));
  const given = [
    `port ${port}`,
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
    url: `redis://${password === undefined ? '' : `:${encodeURIComponent(password)}@`}127.0.0.1:${port}`,
    kill,
    restart: start,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    run: (...command) => {
      const secret = password === undefined ? [] : ['-a', password, '--no-auth-warning'];
      const client = findProgram('cli') ?? 'redis-cli';
      const { stdout, stderr } = spawnSync(client, ['-p', String(port), ...secret, ...command], { encoding: 'utf8' });
      return stdout + stderr;
    },
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
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

function findProgram(kind: 'server' | 'cli'): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const files = ['valkey', 'redis'].flatMap((name) => folders.map((folder) => path.join(folder, `${name}-${kind}`)));
  return files.find((file) => existsSync(file));
}

function installProgram(): string {
  // Valkey is not in the packages of every system.
  const install = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends redis-server';
  const [program = '', ...args] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'sh', '-c', install];
  const { stderr } = spawnSync(program, args, { encoding: 'utf8' });
  const found = findProgram('server');
  if (found === undefined) throw new Error(`Install Valkey or Redis: ${install}\n${stderr}`);
  return found;
}

/** A free port for clients. The bus of a cluster uses the one that is 10,000 above. */
async function findPort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    if (port <= 55_535) return port;
  }
}
