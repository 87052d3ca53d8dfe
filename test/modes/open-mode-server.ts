import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { askServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { startMockApi } from '../kit/start-mock-api.js';
import { githubTasks } from './github-tasks.js';
import { listTools } from './model-session.js';
import { petstoreTasks } from './petstore-tasks.js';
import type { Mode, ModeServer } from './play-task.js';
import { stripeTasks } from './stripe-tasks.js';
import type { Task } from './task.js';

/** An API with tasks. */
export interface TaskApi {
  readonly name: string;
  readonly tasks: readonly Task[];
  /** Settings of the API in the definition. */
  readonly settings?: string;
  /** Values of credentials, by the end of the variable's name. */
  readonly credentials: { readonly [variable: string]: string };
}

export const petstore: TaskApi = {
  name: 'petstore',
  tasks: petstoreTasks,
  credentials: { API_KEY: 'open sesame', STAFF_TOKEN: 'given' },
};

export const taskApis: readonly TaskApi[] = [
  {
    name: 'github',
    tasks: githubTasks,
    settings: 'auth: { type: http, scheme: bearer }',
    credentials: { TOKEN: 'given' },
  },
  { name: 'stripe', tasks: stripeTasks, credentials: { BEARER_AUTH_TOKEN: 'given' } },
  petstore,
];

/** A started server, which ends with its API. */
export interface OpenModeServer extends ModeServer {
  close(): Promise<void>;
}

const settingsOf: { readonly [mode in Mode]: string } = {
  tools: '',
  discover: 'mode: discover',
  code: 'mode: code, code: { allow: [all] }',
};

/** Generates and starts the server of an API in a mode, with an API that answers from the document. */
export async function openModeServer(api: TaskApi, file: string, mode: Mode): Promise<OpenModeServer> {
  const { name, settings = '', credentials } = api;
  const document = `${name}${path.extname(file)}`;
  const text = readFileSync(file, 'utf8');
  const options = [`document: ./${document}`, settings, settingsOf[mode]].filter((option) => option !== '').join(', ');
  const project = await createProject({
    [`definitions/${document}`]: text,
    'definitions/modes.mcp.yaml': `server: { name: modes, version: 1.0.0 }\nopenapi: { ${name}: { ${options} } }\n`,
  });
  const mock = await startMockApi(parse(text) as { readonly [key: string]: unknown });
  const prefix = `MODES__${name.toUpperCase()}__`;
  const variables = Object.entries({ ...credentials, BASE_URL: mock.url });
  const environment = Object.fromEntries(variables.map(([variable, value]) => [prefix + variable, value]));
  const server = await askServer(await project.bundle(), { carrier: 'stdio', revision: '2026-07-28' }, { environment });
  return {
    api: name,
    mode,
    server,
    tools: await listTools(server),
    mock,
    close: async () => {
      await server.close();
      await mock.close();
    },
  };
}
