import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { findPort, installPackages, makeServerFolder, untilReady } from './server-process.js';

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
  const { folder, owner } = makeServerFolder('mariadb', 'mysql');
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
  await untilReady(child.stderr, 'ready for connections', ended);
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

function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

function installPrograms(): void {
  const log = installPackages('mariadb-server', 'mariadb-client');
  if (findProgram('mariadbd') === undefined) throw new Error(`Install MariaDB: ${log}`);
}
