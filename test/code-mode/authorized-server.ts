import { createHash } from 'node:crypto';
import { expect, vi } from 'vitest';
import { startServer } from '../kit/start-server.js';
import type { Message } from '../kit/talk.js';
import { postInit } from '../kit/post-init.js';
import { modern } from '../wire/wire.js';

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
      const params = { name: 'run_code', arguments: { code } };
      const message = modern(1, 'tools/call', params, { 'io.modelcontextprotocol/clientCapabilities': capabilities });
      const response = await fetch(url, postInit(message, { Authorization: `Bearer ${caller}-key` }));
      const text = (await response.text()).replace(/^(?::.*|event: .*|)\n/gmu, '').replace(/^data: /u, '');
      return (JSON.parse(text) as Message).result;
    },
    kill: () => {
      child.kill('SIGKILL');
      return exited;
    },
  };
}
