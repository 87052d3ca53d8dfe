import { afterAll, describe, expect, test, vi } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { shelfFiles, startShelf } from '../openapi/shelf-api.js';
import { startAuthorized } from './authorized-server.js';

const api = await startShelf();
afterAll(() => api.close());

const files = {
  ...shelfFiles('mode: code\ntimeoutMs: 110000'),
  'definitions/auth.mcp.yaml': 'auth:\n  apiKeys: { variable: SHELF_KEYS }\n',
};

describe('scripts of one caller', async () => {
  const server = await (await createProject(files)).bundle();

  test('do not take all places of the others', async () => {
    const shared = await startAuthorized(server, 'SHELF_KEYS', {}, api.environment);
    const run = async (caller: 'ada' | 'bob', code: string): Promise<string> =>
      (await shared.run(caller, code)).content[0].text as string;
    const held: Promise<unknown>[] = [];
    const ended: string[] = [];
    const isRefused = (text: string) => text === 'Too many scripts are running. Try again later.';
    const countWaiting = () => api.requests.filter((line) => line === 'GET /books/wait').length;
    // One after the other, until there is no place left for her.
    while (!ended.some(isRefused)) {
      const before = countWaiting() + ended.length;
      // The API does not answer this call, so that the script goes on.
      const answer = run('ada', 'await shelf.getBook({ isbn: "wait" })');
      held.push(answer.then((text) => ended.push(text)).catch(() => {}));
      await vi.waitFor(() => expect(countWaiting() + ended.length).toBeGreaterThan(before), 30_000);
    }
    expect(await run('bob', '"for Bob"')).toBe('for Bob');
    await Promise.all([shared.kill(), ...held]);
  }, 120_000);
});
