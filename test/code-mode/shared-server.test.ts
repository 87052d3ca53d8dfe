import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { startServer } from '../kit/start-server.js';
import type { Message } from '../kit/talk.js';
import { shelfFiles, startShelf } from '../openapi/shelf-api.js';

const api = await startShelf();
afterAll(() => api.close());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const files = {
  ...shelfFiles('mode: code\ntimeoutMs: 110000'),
  'definitions/auth.mcp.yaml': 'auth:\n  apiKeys: { variable: SHELF_KEYS }\n',
};
const modern = '2026-07-28';

describe('scripts of one caller', async () => {
  const server = await (await createProject(files)).bundle();

  test('do not take all places of the others', async () => {
    const environment = { ...api.environment, SHELF_KEYS: `${sha256('ada-key')} ada;${sha256('bob-key')} bob` };
    const { child, output, exited } = startServer(server, ['--http', '0'], environment);
    await vi.waitFor(() => expect(output.stderr).toContain('Listening on '), 20_000);
    const [, url = ''] = /^Listening on (http:\S+)\n/mu.exec(output.stderr) ?? [];
    const run = async (key: string, id: number, code: string): Promise<string> => {
      const meta = {
        'io.modelcontextprotocol/protocolVersion': modern,
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const params = { name: 'run_code', arguments: { code }, _meta: meta };
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          'MCP-Protocol-Version': modern,
          'Mcp-Method': 'tools/call',
          'Mcp-Name': 'run_code',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
      });
      const text = (await response.text()).replace(/^(?::.*|event: .*|)\n/gmu, '').replace(/^data: /u, '');
      return (JSON.parse(text) as Message).result.content[0].text as string;
    };
    const held: Promise<unknown>[] = [];
    const ended: string[] = [];
    const isRefused = (text: string) => text === 'Too many scripts run at the moment. Try again later.';
    const countWaiting = () => api.requests.filter((line) => line === 'GET /books/wait').length;
    // One after the other, until there is no place left for her.
    while (!ended.some(isRefused)) {
      const before = countWaiting() + ended.length;
      // The API does not answer this call, so that the script goes on.
      const answer = run('ada-key', held.length, 'await shelf.getBook({ isbn: "wait" })');
      held.push(answer.then((text) => ended.push(text)).catch(() => {}));
      await vi.waitFor(() => expect(countWaiting() + ended.length).toBeGreaterThan(before), 30_000);
    }
    expect(await run('bob-key', 99, '"for Bob"')).toBe('for Bob');
    child.kill('SIGKILL');
    await Promise.all([exited, ...held]);
  }, 120_000);
});
