import { createHash } from 'node:crypto';
import { expect, vi } from 'vitest';
import { startServer } from '../kit/start-server.js';
import type { Message } from '../kit/talk.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A server in code mode over HTTP, whose callers have API keys. */
export interface AuthorizedServer {
  /** Runs code as the caller `ada` or `bob`; resolves with the result. */
  run(caller: 'ada' | 'bob', code: string, capabilities?: object): Promise<Message['result']>;
  kill(): Promise<unknown>;
}

/**
 * Starts a server on a free port.
 *
 * @param variable The environment variable with the keys.
 * @param scopes Scopes of each caller.
 */
export async function startAuthorized(
  server: string,
  variable: string,
  scopes: { readonly ada?: string; readonly bob?: string } = {},
  environment: { readonly [name: string]: string } = {},
): Promise<AuthorizedServer> {
  const keys = (['ada', 'bob'] as const).map((name) => `${sha256(`${name}-key`)} ${name} ${scopes[name] ?? ''}`.trim());
  const { child, output, exited } = startServer(server, ['--http', '0'], {
    ...environment,
    [variable]: keys.join(';'),
  });
  await vi.waitFor(() => expect(output.stderr).toContain('Listening on '), 20_000);
  const [, url = ''] = /^Listening on (http:\S+)\n/mu.exec(output.stderr) ?? [];
  return {
    run: async (caller, code, capabilities = {}) => {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': capabilities,
      };
      const params = { name: 'run_code', arguments: { code }, _meta };
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${caller}-key`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          'MCP-Protocol-Version': '2026-07-28',
          'Mcp-Method': 'tools/call',
          'Mcp-Name': 'run_code',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      });
      const text = (await response.text()).replace(/^(?::.*|event: .*|)\n/gmu, '').replace(/^data: /u, '');
      return (JSON.parse(text) as Message).result;
    },
    kill: () => {
      child.kill('SIGKILL');
      return exited;
    },
  };
}
