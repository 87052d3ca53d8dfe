import { Agent, request as ask } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { startServer, type ServerProcess } from '../kit/start-server.js';
import { untilSaid } from '../kit/until-said.js';
import { parseArguments } from '../../runtime/transports/node/command-line.js';

const project = await createProject({
  'package.json': '{ "name": "crew", "type": "module" }',
  'definitions/crew.mcp.yaml': `server: { name: crew, version: 1.0.0 }
tools:
  who: { description: Says which process answers., returns: { pid: { type: integer } } }
`,
  'handlers/tools/who.ts': 'export const who = () => ({ pid: process.pid });\nexport default who;\n',
  'handlers/server.ts': `import { existsSync } from 'node:fs';
export const setup = () => { if (existsSync(new URL('../broken', import.meta.url))) throw new Error('broken on purpose'); };
export const routes = { 'GET /pid': () => new Response(String(process.pid)) };
`,
});
const server = await project.bundle();

const running: ServerProcess[] = [];
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.splice(0).map(({ exited }) => exited));
});

/** Starts a server with some workers, and waits until it serves. */
async function start(workers: number): Promise<{ readonly process: ServerProcess; readonly url: string }> {
  const process = startServer(server, ['--http', '0', '--workers', String(workers)]);
  running.push(process);
  const [, url = ''] = await untilSaid(process, /Listening on (\S+)/u);
  return { process, url };
}

/** Asks on a connection of its own which process answers. */
function askPid(url: string, agent = new Agent()): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = ask(new URL('/pid', url), { agent }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve(Number(text)));
      // The process may end in the middle of its answer.
      response.on('error', reject);
    });
    asked.on('error', reject).end();
  });
}

/** The processes that answer, once there are as many as wanted. */
async function findPids(url: string, count: number, without: readonly number[] = []): Promise<readonly number[]> {
  const pids = new Set<number>();
  while (pids.size < count) {
    const pid = await askPid(url).catch(() => undefined);
    if (pid !== undefined && !without.includes(pid)) pids.add(pid);
  }
  return [...pids];
}

describe('a server with workers', () => {
  test('serves in several processes on one port, replaces a worker that was killed, and ends with SIGTERM', async () => {
    const { process, url } = await start(3);
    const pids = await findPids(url, 3);
    expect(pids).not.toContain(process.child.pid);
    expect(process.output.stderr.match(/Listening/gu)).toHaveLength(1);
    expect(process.output.stderr).toContain('with 3 workers');
    const [first = 0] = pids;
    globalThis.process.kill(first, 'SIGKILL');
    expect(await findPids(url, 1, pids)).toHaveLength(1);
    expect(process.output.stderr).toMatch(
      new RegExp(`WORKER ${first} \\| WARNING: was ended by SIGKILL; starting another worker`, 'u'),
    );
    process.child.kill('SIGTERM');
    expect(await process.exited).toBe(0);
  });

  test('a worker that is killed under load costs only what it was answering, and the workers end with the process that started them', async () => {
    const { process, url } = await start(2);
    const pids = await findPids(url, 2);
    const results: boolean[] = [];
    const load = Array.from({ length: 8 }, async () => {
      for (let count = 0; count < 50; count += 1) {
        results.push(await askPid(url).then(Boolean, () => false));
        if (results.length === 100) globalThis.process.kill(pids[0] ?? 0, 'SIGKILL');
      }
    });
    await Promise.all(load);
    expect(results).toHaveLength(400);
    expect(results.filter((isAnswered) => !isAnswered).length).toBeLessThanOrEqual(8);
    process.child.kill('SIGKILL');
    // That is when stdout and stderr are closed, which the workers have too.
    expect(await process.exited).toBe('SIGKILL');
  });

  test('SIGHUP replaces all workers, and no request fails', async () => {
    const { process, url } = await start(2);
    const before = await findPids(url, 2);
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const failures: unknown[] = [];
    const seen = new Set<number>();
    const end = new AbortController();
    const load = Array.from({ length: 4 }, async () => {
      while (!end.signal.aborted)
        await askPid(url, agent).then(
          (pid) => seen.add(pid),
          (error: unknown) => failures.push(error),
        );
    });
    process.child.kill('SIGHUP');
    await findPids(url, 2, before);
    // The old ones have ended.
    await expect.poll(() => before.filter(isAlive), { timeout: 30_000 }).toEqual([]);
    end.abort();
    await Promise.all(load);
    agent.destroy();
    expect(failures).toEqual([]);
    expect(seen.size).toBeGreaterThanOrEqual(4);
    process.child.kill('SIGTERM');
    expect(await process.exited).toBe(0);
  });

  test('ends when it cannot start', async () => {
    const process = startServer(server, ['--http', '0', '--workers', '2', '--toolsets', 'none-such']);
    running.push(process);
    expect(await process.exited).toBe(1);
    expect(process.output.stderr).toContain('none-such');
  });

  test.each([
    [['--workers', '2'], '--workers needs --http'],
    [['--http', '0', '--workers', 'many'], '--workers needs a number of processes from 1 to 256, or auto'],
    [['--http', '0', '--workers', '0'], '--workers needs a number of processes from 1 to 256, or auto'],
  ])('%j is refused', (args, message) => {
    expect(parseArguments(args, {})).toMatchObject({ mode: 'wrong', message: expect.stringContaining(message) });
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
