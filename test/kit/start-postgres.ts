import { execFileSync, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Certificate } from './make-certificates.js';
import { findPort, installPackages, makeServerFolder, untilReady, type Owner } from './server-process.js';

/** Options of {@link startPostgres}. */
export interface PostgresOptions {
  /** Certificate of the server: it then takes connections by TLS only. */
  readonly tls?: Certificate;
}

/** A PostgreSQL server of its own for a test. */
export interface Postgres {
  /** Makes a database from statements of SQL, and gives its address. */
  create(database: string, sql: string): string;
  /** Runs statements of SQL. */
  run(database: string, sql: string): void;
  /** Ends it at once: connections break, and new ones are refused. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with the same data. */
  restart(): Promise<void>;
  /** Ends it, and deletes its data. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL, which is installed from the system's packages where it is missing, in a temporary folder and on a free port.
 *
 * @throws Error when there is no PostgreSQL and none can be installed.
 */
export async function startPostgres({ tls }: PostgresOptions = {}): Promise<Postgres> {
  const bin = findPrograms() ?? installPrograms();
  const { folder, owner } = makeServerFolder('postgres', 'postgres');
  const data = path.join(folder, 'data');
  const options = { ...owner, cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  const initdb = ['-D', data, '-U', 'reader', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(path.join(bin, 'initdb'), initdb, { ...options, stdio: 'pipe' });
  const port = await findPort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off'];
  if (tls !== undefined) settings.push(...requireTls(tls, data, owner));
  const args = ['-D', data, ...settings.flatMap((each) => ['-c', each])];
  const launch = (): Promise<RunningServer> => launchServer(path.join(bin, 'postgres'), args, options);
  let server = await launch();
  const run = (database: string, sql: string): void => {
    const args = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-h', '127.0.0.1', '-p', String(port), '-U', 'reader'];
    execFileSync(path.join(bin, 'psql'), [...args, '-d', database, '-c', sql], { cwd: folder, stdio: 'pipe' });
  };
  return {
    run,
    create(database, sql) {
      run('postgres', `create database ${database}`);
      run(database, sql);
      return `postgres://reader:secret@127.0.0.1:${port}/${database}`;
    },
    kill: () => server.kill(),
    async restart() {
      server = await launch();
    },
    async stop() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface RunningServer {
  kill(): Promise<void>;
}

/** Starts the server. Resolves when it accepts connections. */
async function launchServer(program: string, args: readonly string[], options: SpawnOptions): Promise<RunningServer> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  await untilReady(child.stderr, 'ready to accept connections', ended);
  return {
    async kill() {
      child.kill('SIGQUIT');
      await ended;
    },
  };
}

/** Copies the certificate to where the server may read it, and refuses connections without TLS. Returns the settings. */
function requireTls(tls: Certificate, data: string, owner: Owner | undefined): readonly string[] {
  const copies = [
    [tls.file, 'server.crt'],
    [tls.keyFile, 'server.key'],
  ] as const;
  for (const [file, name] of copies) {
    const copy = path.join(data, name);
    copyFileSync(file, copy);
    chmodSync(copy, 0o600);
    if (owner) chownSync(copy, owner.uid, owner.gid);
  }
  writeFileSync(path.join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 trust\n');
  return ['ssl=on'];
}

/** The folder of the programs of PostgreSQL; Debian has those of the server outside of the search path. */
function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(path.delimiter),
    ...versions.map((version) => path.join(debian, version, 'bin')),
  ];
  return folders.find((folder) => ['initdb', 'postgres', 'psql'].every((name) => existsSync(path.join(folder, name))));
}

function installPrograms(): string {
  const log = installPackages('postgresql');
  const folder = findPrograms();
  if (folder === undefined) throw new Error(`Install PostgreSQL: ${log}`);
  return folder;
}
