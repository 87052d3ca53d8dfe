import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { startServer } from '../kit/start-server.js';
import type { Message } from '../kit/talk.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const revision = '2026-07-28';

test('the user is not asked about a call that the caller lacks the scopes for', async () => {
  const files = {
    'definitions/fire.mcp.yaml': `server: { name: fire, version: 1.0.0, mode: code }
auth: { apiKeys: { variable: FIRE_KEYS }, scopes: { fire: Burns things. } }
tools:
  burn: { description: Burns., scopes: [fire] }
`,
  };
  const server = await (await createProject(files)).bundle();
  const environment = { FIRE_KEYS: `${sha256('ada-key')} ada fire;${sha256('bob-key')} bob` };
  const { child, output, exited } = startServer(server, ['--http', '0'], environment);
  await vi.waitFor(() => expect(output.stderr).toContain('Listening on '), 20_000);
  const [, url = ''] = /^Listening on (http:\S+)\n/mu.exec(output.stderr) ?? [];
  const run = async (key: string): Promise<Message['result']> => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
    };
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': revision,
        'Mcp-Method': 'tools/call',
        'Mcp-Name': 'run_code',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'run_code', arguments: { code: 'await tools.burn()' }, _meta: meta },
      }),
    });
    const text = (await response.text()).replace(/^(?::.*|event: .*|)\n/gmu, '').replace(/^data: /u, '');
    return (JSON.parse(text) as Message).result;
  };
  const allowed = await run('ada-key');
  const refused = await run('bob-key');
  child.kill('SIGKILL');
  await exited;
  expect(allowed.resultType).toBe('input_required');
  expect(refused.resultType).toBe('complete');
  expect(refused.content[0].text).toContain('fire');
});
