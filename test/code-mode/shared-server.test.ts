import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { askServer } from '../kit/ask-server.js';
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

describe('a question before destructive calls', async () => {
  const names = Array.from({ length: 22 }, (_, index) => `burn_${String(index).padStart(2, '0')}`);
  const tools = names.map((name) => `  ${name}: { description: Burns. }`).join('\n');
  const server = await (
    await createProject({
      'definitions/fire.mcp.yaml': `server: { name: fire, version: 1.0.0, mode: code }\ntools:\n${tools}\n`,
    })
  ).bundle();

  test('gives no leave for functions that it does not name', async () => {
    const client = await askServer(server, { carrier: 'stdio', revision: modern });
    const code = `const all = [${names.map((name) => `tools.${name}`).join(', ')}]; await all[21](); 1`;
    const ask = (more: object) =>
      client.ask('tools/call', { name: 'run_code', arguments: { code }, ...more }, { elicitation: { form: {} } });
    const questions: string[] = [];
    let { result } = await ask({});
    while (result.resultType === 'input_required') {
      const asked = Object.entries(result.inputRequests as Record<string, { params: { message: string } }>);
      questions.push(...asked.map(([, { params }]) => params.message));
      const inputResponses = Object.fromEntries(asked.map(([key]) => [key, { action: 'accept', content: {} }]));
      ({ result } = await ask({ requestState: result.requestState, inputResponses }));
    }
    expect(questions).toEqual([
      `A script wants to call: ${names
        .slice(0, 20)
        .map((name) => `tools.${name}`)
        .join(', ')}. Allow it for this run?`,
      'A script wants to call: tools.burn_21. Allow it for this run?',
    ]);
    expect(result.content[0].text).toContain('not implemented yet');
    await client.close();
  }, 120_000);
});
