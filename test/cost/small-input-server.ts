import { createInterface } from 'node:readline';
import { createProject } from '../kit/build-server.js';
import { startServer } from '../kit/start-server.js';
import type { Message } from '../kit/talk.js';
import { shelfFiles } from '../openapi/shelf-api.js';
import { initialize, modernMeta } from '../wire/wire.js';

/** What a server has spent since its start. */
export interface Usage {
  readonly cpuMs: number;
  /** Highest resident memory so far. */
  readonly peakMegabytes: number;
}

/** A server of all kinds of entries, which is asked one thing after the other. */
export interface SmallInputServer {
  /** Gives the answer, or the answer to the next request for one that stays open. */
  ask(method: string, params: object, staysOpen?: boolean): Promise<Message>;
  /** Sends a line and gives the next message with an id. */
  sendLine(line: string): Promise<string>;
  measure(): Promise<Usage>;
  close(): Promise<void>;
}

const files = shelfFiles('');

const definition = `
server: { name: small, version: 1.0.0, capabilities: { resources: { subscribe: true } } }
tools:
  usage: { description: d }
  plain: { description: d, inputSchema: { type: object } }
  checked:
    description: d
    inputSchema:
      type: object
      properties:
        text: { type: string, description: d, pattern: '^(?:[a-z]+ ?)+$', format: email }
        texts: { type: array, description: d, uniqueItems: true, items: { type: [string, array, object] } }
        tree: { description: d, $ref: '#/$defs/Tree' }
        choice: { description: d, anyOf: [{ type: string }, { type: object, additionalProperties: { type: string } }] }
      additionalProperties: false
  structured:
    description: d
    inputSchema: { type: object }
    outputSchema: { type: object, properties: { value: {} }, required: [value] }
  returned: { description: d, returns: { One: { type: string }, Two: { type: string } } }
  later: { description: d, inputSchema: { type: object }, task: optional }
  asking:
    description: d
    elicitations: { sure: { message: 'Sure of {{it}}?', requestedSchema: { type: object, properties: { a: { type: string } } }, unavailable: cancel } }
$defs:
  Tree: { type: object, properties: { left: { $ref: '#/$defs/Tree' }, right: { $ref: '#/$defs/Tree' } } }
prompts:
  fill:
    description: d
    arguments: { a: { description: d, complete: [aaa, aab] } }
    messages: [{ role: user, content: '{{a}}{{a}}{{a}}{{a}}' }]
resources:
  test://fixed: { name: fixed, text: x }
resourceTemplates:
  'test://{+path}{/more*}{?q*}': { name: open, description: d, handler: ../handlers/open.ts#open }
skills:
  refunds: { folder: ./skills/refunds }
openapi:
  direct: { document: ./shelf.yaml, prefix: direct_ }
  found: { document: ./shelf.yaml, prefix: found_, mode: discover }
  scripted: { document: ./shelf.yaml, prefix: scripted_, mode: code }
`;

const usage = `import type { Usage } from '../../generated/handlers.ts';
export const usage: Usage = () => {
  const { user, system } = process.cpuUsage();
  return JSON.stringify({ cpuMs: (user + system) / 1000, peakMegabytes: process.resourceUsage().maxRSS / 1024 });
};
`;

const handler = (name: string, type: string, result: string): string =>
  `import type { ${type} } from '../../generated/handlers.ts';\nexport const ${name}: ${type} = async (input, context) => ${result};\n`;

/** Builds the server; gives its entrypoint. */
export async function buildSmallInputServer(): Promise<string> {
  const project = await createProject({
    'definitions/small.mcp.yaml': definition,
    'definitions/shelf.yaml': files['definitions/shelf.yaml'] ?? '',
    'definitions/skills/refunds/SKILL.md': '---\nname: refunds\ndescription: Refunds.\n---\nRead.\n',
    'handlers/tools/usage.ts': usage,
    'handlers/tools/plain.ts': handler('plain', 'Plain', 'JSON.stringify(input)'),
    'handlers/tools/checked.ts': handler('checked', 'Checked', 'JSON.stringify(input)'),
    'handlers/tools/structured.ts': handler('structured', 'Structured', '({ value: input })'),
    'handlers/open.ts': 'export const open = (variables: object): string => JSON.stringify(variables);\n',
    'handlers/tools/returned.ts': handler('returned', 'Returned', "({ One: 'x', Two: JSON.stringify(input) })"),
    'handlers/tools/asking.ts': handler(
      'asking',
      'Asking',
      '(await context.elicitations.sure({ it: JSON.stringify(input) })).action',
    ),
    'handlers/tools/later.ts': handler('later', 'Later', 'JSON.stringify(input)'),
  });
  return project.bundle();
}

/** Builds a server whose list of tools has two megabytes. */
export async function buildLongListServer(): Promise<string> {
  const tools = Array.from({ length: 100 }, (_, index) => `  t${index}: { description: ${'d'.repeat(20_000)} }\n`);
  const project = await createProject({
    'definitions/small.mcp.yaml': `server: { name: small, version: 1.0.0 }\ntools:\n  usage: { description: d }\n${tools.join('')}`,
    'handlers/tools/usage.ts': usage,
  });
  return project.bundle();
}

/** Starts the server for clients of a revision. */
export async function openSmallInputServer(
  entrypoint: string,
  revision: string,
  environment: { readonly [name: string]: string },
): Promise<SmallInputServer> {
  const { child, exited } = startServer(entrypoint, [], environment);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const meta = {
    ...modernMeta,
    'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
  };
  let id = 0;
  const next = async (isWanted: (message: Message) => boolean): Promise<string> => {
    for (;;) {
      const line = (await lines.next()).value as string;
      if (isWanted(JSON.parse(line) as Message)) return line;
    }
  };
  const post = (method: string, params: object): void => {
    id += 1;
    const sent = revision === '2026-07-28' ? { ...params, _meta: meta } : params;
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: sent })}\n`);
  };
  const ask = async (method: string, params: object): Promise<Message> => {
    post(method, params);
    const wanted = id;
    return JSON.parse(await next((message) => message.id === wanted)) as Message;
  };
  const measure = async (): Promise<Usage> => {
    const { result } = await ask('tools/call', { name: 'usage', arguments: {} });
    return JSON.parse(result.content[0].text as string) as Usage;
  };
  if (revision !== '2026-07-28') {
    child.stdin.write(`${JSON.stringify(initialize('first', revision))}\n`);
    await next((message) => message.id === 'first');
  }
  return {
    ask: async (method, params, staysOpen = false) => {
      if (!staysOpen) return ask(method, params);
      post(method, params);
      return ask('tools/call', { name: 'plain', arguments: {} });
    },
    sendLine: (line) => {
      child.stdin.write(`${line}\n`);
      return next((message) => message.id !== undefined || Array.isArray(message));
    },
    measure,
    close: async () => {
      child.kill();
      await exited;
    },
  };
}
