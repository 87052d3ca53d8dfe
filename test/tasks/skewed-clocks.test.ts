import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test, vi } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { makeFolder } from '../kit/make-folder.js';
import { startServer, type ServerProcess } from '../kit/start-server.js';
import { startValkey } from '../kit/start-valkey.js';
import { untilSaid } from '../kit/until-said.js';
import { askOverHttp, untilStatus } from './ask-over-http.js';

/** Sets the clock of a process forward, or back. Timers go on as before. */
const skew = `
const offset = Number(process.env.CLOCK_OFFSET_MS);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offset);
    else super(...given);
  }
  static now() {
    return RealDate.now() + offset;
  }
};
`;

const files = {
  'package.json': '{ "type": "module" }',
  'skew.mjs': skew,
  'definitions/oven.mcp.yaml': `
server: { name: oven, version: 1.0.0, store: redis }
tools:
  bake:
    description: Bakes a cake.
    annotations: { idempotentHint: true }
    task: { durable: true, pollIntervalMs: 10, ttlMs: 120000 }
`,
  // Fails at first. Then asks a question that no user answers.
  'handlers/tools/bake.ts': `
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Bake } from '../../generated/handlers.ts';

const file = path.join(String(process.env['NOTES']), 'notes');

export const bake: Bake = async (_, context) => {
  appendFileSync(file, 'run\\n');
  if (readFileSync(file, 'utf8') === 'run\\n') throw new Error('The oven is cold');
  const schema = { type: 'object', properties: { icing: { type: 'string' } } } as const;
  const answer = await context.elicit('Which icing?', schema, { timeoutMs: 3000 });
  return 'The answer is ' + answer.action;
};
`,
};

let project: string;

beforeAll(async () => {
  project = path.dirname(await (await createProject(files)).bundle());
}, 180_000);

const minutes = 60_000;

/** Waits until something is the case. */
const until = (isSo: () => boolean | Promise<boolean>): Promise<unknown> =>
  vi.waitUntil(isSo, { timeout: 240_000, interval: 50 });

// At the same time: both wait for the lock of a worker that was killed.
test.concurrent.for([
  ['ahead of', 10 * minutes],
  ['behind', -10 * minutes],
] as const)(
  'a worker whose clock is 20 minutes %s the next one dies: delays and limits are as ever',
  { timeout: 300_000 },
  async ([, offset], { onTestFinished }) => {
    const valkey = await startValkey();
    onTestFinished(() => valkey.stop());
    const notes = makeFolder({ notes: '' });
    const runs = (): number => readFileSync(path.join(notes, 'notes'), 'utf8').split('run').length - 1;
    /** Starts a process whose clock is wrong by some milliseconds. */
    const start = async (program: string, args: readonly string[], offsetMs: number): Promise<ServerProcess> => {
      const started = startServer(path.join(project, `${program}.mjs`), args, {
        NOTES: notes,
        MCP_REDIS_URL: valkey.url,
        CLOCK_OFFSET_MS: String(offsetMs),
        NODE_OPTIONS: `--import=${pathToFileURL(path.join(project, '..', 'skew.mjs')).href}`,
      });
      onTestFinished(() => void started.child.kill('SIGKILL'));
      await untilSaid(started, /Listening on |is waiting for tasks/u);
      return started;
    };
    const server = await start('server', ['--http', '0'], -offset);
    const [, url = ''] = /Listening on (\S+)/u.exec(server.output.stderr) ?? [];
    const first = await start('worker', [], offset);
    const { taskId, createdAt } = await askOverHttp(url, 'tools/call', { name: 'bake', arguments: {} });
    // The clock of Redis is that of this test.
    expect(Math.abs(Date.parse(String(createdAt)) - Date.now())).toBeLessThan(5 * minutes);
    const get = () => askOverHttp(url, 'tasks/get', { taskId });
    await until(async () => String((await get())['statusMessage']).startsWith('Attempt 1 of'));
    // The queue has the next attempt, and not only the store the words about it: else it would come when the lock of the worker is up.
    await until(() => valkey.run('LLEN', 'mcp:oven:tasks:active').trim() === '0');
    first.child.kill('SIGKILL');
    await start('worker', [], -offset);
    await untilStatus(url, taskId, 'input_required');
    expect((await untilStatus(url, taskId, 'completed'))['result'].content[0].text).toBe('The answer is cancel');
    // On a busy machine the first worker may have made the second attempt, too.
    expect(runs()).toBeGreaterThanOrEqual(3);
  },
);
