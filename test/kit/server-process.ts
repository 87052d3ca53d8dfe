import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** User and group as whom a process runs. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Makes a folder for a database server, with the user as whom it runs: database servers refuse to run as root. */
export function makeServerFolder(name: string, user: string): { readonly folder: string; readonly owner?: Owner } {
  // The user of the server cannot enter the folder of the test run.
  const folder = mkdtempSync(path.join(process.env['TOOLS_FOLDER'] ?? tmpdir(), `${name}-`));
  if (!isRoot()) return { folder };
  const known = spawnSync('id', ['-u', user]).status === 0 ? user : 'nobody';
  const id = (kind: string): number => Number(execFileSync('id', [kind, known], { encoding: 'utf8' }));
  const owner = { uid: id('-u'), gid: id('-g') };
  chownSync(folder, owner.uid, owner.gid);
  return { folder, owner };
}

/** Installs packages of the system. Returns what was run, for the message if it was in vain. */
export function installPackages(...packages: readonly string[]): string {
  const install = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${packages.join(' ')}`;
  const [program = '', ...args] = [...(isRoot() ? [] : ['sudo', '-n']), 'sh', '-c', install];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { stderr } = spawnSync(program, args, { encoding: 'utf8', env });
  return `${install}\n${stderr}`;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Resolves when the output of a server contains a text. Rejects if the server ends before. */
export async function untilReady(
  output: NodeJS.ReadableStream | null,
  text: string,
  ended: Promise<unknown>,
): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    output?.setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk;
      if (log.includes(text)) resolve();
    });
    void ended.then(() => reject(new Error(`The server has ended: ${log}`)));
  });
}

/** Finds a free port. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
