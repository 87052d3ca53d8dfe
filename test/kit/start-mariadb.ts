import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A MariaDB server of its own for a test. */
export interface MariaDb {
  /** Creates a database from statements of SQL, and returns its URL. */
  create(database: string, sql: string): string;
  /** Runs statements of SQL, and returns what they print: rows with tabs between values. */
  run(database: string, sql: string): string;
  stop(): Promise<void>;
}

/**
 * Starts MariaDB in a temporary folder and on a free port. It is installed from the system's packages if it is missing.
 *
 * @throws Error when there is no MariaDB and none can be installed.
 */
export async function startMariaDb(): Promise<MariaDb> {
  if (findProgram('mariadbd') === undefined) installPrograms();
  const server = findProgram('mariadbd') ?? '';
  const owner = process.getuid?.() === 0 ? findUser() : undefined;
  // The user of the server cannot enter the folder of the test run.
  const folder = mkdtempSync(path.join(process.env['TOOLS_FOLDER'] ?? tmpdir(), 'mariadb-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = path.join(folder, 'data');
  const options = { ...owner, cwd: folder, env: { ...process.env, TMPDIR: folder } };
  const init = ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'];
  execFileSync(findProgram('mariadb-install-db') ?? '', init, { ...options, stdio: 'pipe' });
  const port = await findPort();
  const socket = path.join(folder, 's.sock');
  const place = [`--datadir=${data}`, `--port=${port}`, '--bind-address=127.0.0.1', `--socket=${socket}`];
  const quick = ['--innodb-flush-method=nosync', '--innodb-flush-log-at-trx-commit=0', '--skip-name-resolve'];
  const child = spawn(server, ['--no-defaults', ...place, ...quick, '--innodb-buffer-pool-size=16M'], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  await untilReady(child.stderr, ended);
  const run = (database: string, sql: string): string => {
    const args = ['--no-defaults', `--socket=${socket}`, '-u', 'root', '-N', '-B', database];
    return execFileSync(findProgram('mariadb') ?? '', args, { input: sql, encoding: 'utf8' });
  };
  return {
    run,
    create(database, sql) {
      run('mysql', `create user if not exists reader@'%' identified by 'secret'; grant all on *.* to reader@'%';`);
      run('mysql', `create database ${database} character set utf8mb4;`);
      run(database, sql);
      return `mysql://reader:secret@127.0.0.1:${port}/${database}`;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
      // Removing it synchronously breaks the resolution of linked packages in files that the worker runs later.
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(output: NodeJS.ReadableStream, ended: Promise<unknown>): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    output.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('ready for connections')) resolve();
    });
    void ended.then(() => reject(new Error(`MariaDB has ended: ${log}`)));
  });
}

function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

function installPrograms(): void {
  const install = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends mariadb-server mariadb-client';
  const isRoot = process.getuid?.() === 0;
  const [program = '', ...args] = [...(isRoot ? [] : ['sudo', '-n']), 'sh', '-c', install];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { stderr } = spawnSync(program, args, { encoding: 'utf8', env });
  if (findProgram('mariadbd') === undefined) throw new Error(`Install MariaDB: ${install}\n${stderr}`);
}

/** A user that is not root, as whom MariaDB refuses to run. */
function findUser(): { readonly uid: number; readonly gid: number } {
  const user = spawnSync('id', ['-u', 'mysql']).status === 0 ? 'mysql' : 'nobody';
  const id = (kind: string): number => Number(execFileSync('id', [kind, user], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
