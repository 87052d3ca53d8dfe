import { later, type HttpTarget, type HttpTestSession } from '../wire/http-kit.js';
import type { RawResponse, RawStream } from '../wire/raw-http.js';
import { fromTaskClient } from '../wire/task-client.js';
import type { Wire } from '../wire/wire.js';

/** Address of the server for its clients. */
export const resource = 'https://shared.example/mcp';

const definition = `
server: { name: shared, version: 1.0.0, capabilities: { resources: { subscribe: true } } }
auth: { issuers: ['\${SHARED_ISSUER}', '\${SHARED_SECOND_ISSUER}'], resource: ${resource} }
tools:
  greet:
    description: Greets the user.
    elicitations: &questions
      name:
        message: Your name?
        requestedSchema: { type: object, properties: { name: { type: string } }, required: [name] }
  bake:
    description: Bakes a cake.
    task: { support: optional, ttlMs: 600000, pollIntervalMs: 5 }
    elicitations: *questions
  restock: { description: Fills the shelves. }
resources:
  shared://stock: { name: stock, text: Many }
openapi:
  shelf: { document: ./shelf.yaml }
`;

const shelf = `
openapi: 3.1.0
info: { title: Shelf, version: '1' }
security: [{ login: [] }]
paths:
  /me: { get: { operationId: whoAmI, description: Says who calls., responses: { '200': { description: A user. } } } }
components: { securitySchemes: { login: { type: http, scheme: bearer } } }
`;

/** A handler that asks the user for a name. */
const asking = (name: string, type: string): string => `import type { ${type} } from '../../generated/handlers.ts';
export const ${name}: ${type} = async (_, { auth, elicitations }) => {
  const answer = await elicitations.name();
  return \`\${auth?.principal}: \${answer.action === 'accept' ? answer.content.name : answer.action}\`;
};
`;

/** A project of a server whose tools ask, take their time, change a resource, and call an API. */
export const files = {
  'definitions/shared.mcp.yaml': definition,
  'definitions/shelf.yaml': shelf,
  'handlers/tools/greet.ts': asking('greet', 'Greet'),
  'handlers/tools/bake.ts': asking('bake', 'Bake'),
  'handlers/tools/restock.ts': `import type { Restock } from '../../generated/handlers.ts';
import { changeStock } from '../server.ts';
export const restock: Restock = () => changeStock();
`,
  'handlers/server.ts': `import type { ServerControl } from 'create-mcp-from-schema/runtime';
import type { Credentials } from '../generated/api-calls.ts';

let control: ServerControl | undefined;
export const setup = (server: ServerControl): void => { control = server; };
export const changeStock = (): void => control?.resources.updated('shared://stock');

export const credentials: Credentials = ({ principal }) =>
  principal === undefined ? undefined : { bearer: Buffer.from(principal).toString('base64url') };
`,
};

/** The same project, with a store that processes share. */
export const filesWithRedis: typeof files = {
  ...files,
  'definitions/shared.mcp.yaml': definition.replace('version: 1.0.0,', 'version: 1.0.0, store: redis,'),
};

/** A user of the server, with a token. */
export class User {
  readonly principal: string;
  readonly headers: { readonly Authorization: string };
  readonly #target: HttpTarget;

  constructor(target: HttpTarget, token: string, principal: string) {
    this.#target = target;
    this.headers = { Authorization: `Bearer ${token}` };
    this.principal = principal;
  }

  /** Sends a request; gives its result or error. */
  async ask(message: object): Promise<Wire> {
    const { messages } = await this.post(message);
    return (messages[0]?.['result'] ?? messages[0]?.['error']) as Wire;
  }

  post(message: object): Promise<RawResponse> {
    return this.#target.post(message, this.headers);
  }

  stream(message: object): Promise<RawStream> {
    return this.#target.stream(message, this.headers);
  }

  openSession(): Promise<HttpTestSession> {
    return this.#target.initialize('2025-11-25', this.headers, { elicitation: {} });
  }

  /** Calls a tool as a client that knows tasks. */
  call(name: string, more: object = {}): Promise<Wire> {
    return this.ask(fromTaskClient(1, 'tools/call', { name, arguments: {}, ...more }));
  }

  /** Asks for a task until it has a status. */
  async untilTask(taskId: string, status: string): Promise<Wire> {
    for (;;) {
      const task = await this.task('get', taskId);
      if (task['status'] === status) return task;
      await later(5);
    }
  }

  task(method: string, taskId: string, more: object = {}): Promise<Wire> {
    return this.ask(fromTaskClient(1, `tasks/${method}`, { taskId, ...more }));
  }
}
