import { createInterface } from 'node:readline';
import { startServer, type ServerProcess } from './start-server.js';
import type { Message } from './talk.js';

/** How a test talks to a server. */
export interface Way {
  readonly carrier: 'stdio' | 'HTTP';
  readonly revision: string;
}

/** Both transports in both eras. */
export const ways: readonly Way[] = (['stdio', 'HTTP'] as const).flatMap((carrier) =>
  ['2025-06-18', '2026-07-28'].map((revision) => ({ carrier, revision })),
);

/** A server process and a client of it that sends one request after the other. */
export interface AskedServer {
  /** @param capabilities Of the client, in modern revisions. */
  ask(method: string, params?: object, capabilities?: object): Promise<Message>;
  /** Names of the tools that are listed. */
  listTools(): Promise<readonly string[]>;
  call(name: string, input?: object): Promise<Message>;
  /** Ends the server; gives what it wrote to stderr. */
  close(): Promise<string>;
}

interface ServerStart {
  readonly args?: readonly string[];
  readonly environment?: { readonly [name: string]: string };
  /** Headers of every request over HTTP. */
  readonly headers?: { readonly [name: string]: string };
}

type Send = (message: object, headers: { readonly [name: string]: string }) => Promise<Message>;

/** Starts a server and introduces a client to it, where its revision asks for that. */
export async function askServer(server: string, way: Way, start: ServerStart = {}): Promise<AskedServer> {
  const { carrier, revision } = way;
  const args = [...(carrier === 'HTTP' ? ['--http', '0'] : []), ...(start.args ?? [])];
  const { child, output, exited, listening } = startServer(server, args, start.environment);
  const send = carrier === 'stdio' ? sendLines(child) : sendPosts(await listening(), start.headers);
  const isModern = revision === '2026-07-28';
  let id = 0;
  const ask: AskedServer['ask'] = (method, params = {}, capabilities = {}) => {
    id += 1;
    const request = {
      jsonrpc: '2.0',
      id,
      method,
      params: isModern ? { ...params, _meta: modernMeta(capabilities) } : params,
    };
    const { uri, name = uri } = params as { readonly name?: string; readonly uri?: string };
    const named = name === undefined || !isModern ? undefined : { 'Mcp-Name': name };
    return send(request, {
      ...(method !== 'initialize' && { 'MCP-Protocol-Version': revision }),
      ...(isModern && { 'Mcp-Method': method, ...named }),
    });
  };
  if (!isModern) {
    await ask('initialize', { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'raw', version: '1' } });
  }
  return {
    ask,
    listTools: async () =>
      ((await ask('tools/list')).result.tools as readonly { readonly name: string }[]).map(({ name }) => name),
    call: (name, input = {}) => ask('tools/call', { name, arguments: input }),
    close: async () => {
      child.kill('SIGTERM');
      await exited;
      return output.stderr;
    },
  };
}

function modernMeta(capabilities: object): object {
  return {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
}

function sendLines({ stdin, stdout }: ServerProcess['child']): Send {
  const lines = createInterface(stdout)[Symbol.asyncIterator]();
  return async (message) => {
    stdin.write(`${JSON.stringify(message)}\n`);
    for (;;) {
      const answer = JSON.parse((await lines.next()).value as string) as Message;
      // Notifications may come before.
      if (answer.id !== undefined) return answer;
    }
  };
}

function sendPosts(target: string, always: ServerStart['headers'] = {}): Send {
  let session: { readonly [name: string]: string } = {};
  return async (message, headers) => {
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...session,
        ...headers,
        ...always,
      },
      body: JSON.stringify(message),
    });
    const id = response.headers.get('mcp-session-id');
    if (id !== null) session = { 'Mcp-Session-Id': id };
    const text = await response.text();
    const events = [...text.matchAll(/^data: (\{.*\})$/gmu)].map(([, data]) => data);
    // Notifications may come before.
    return JSON.parse(events.at(-1) ?? text) as Message;
  };
}
