import { createProject } from '../kit/build-server.js';

const definition = `
server: { name: counted, version: 1.0.0 }
tools:
  which: { description: Names the app., annotations: { readOnlyHint: true } }
  later: { description: Names the app in a task., task: { start: immediate } }
prompts:
  which: { description: Names the app., arguments: { part: { description: A part., complete: handler } } }
resources:
  counted://which: { name: which, description: Names the app. }
resourceTemplates:
  counted://which/{part}: { name: part, list: handler, variables: { part: { description: A part. } } }
`;

const serverModule = `
import type { AuthInfo, HttpRequestInfo, Routes } from 'create-mcp-from-schema/runtime';
import type { ServerApp } from '../generated/handlers.ts';

let count = 0;

export async function setup() {
  count += 1;
  return { name: \`app \${count}\`, closed: false };
}

export const authenticate = (
  request: HttpRequestInfo,
  _verified: AuthInfo | undefined,
  { name }: ServerApp,
): AuthInfo => ({ principal: \`\${request.header('user')} of \${name}\` });

export const routes: Routes<ServerApp> = { 'GET /which': (_request, { name }) => new Response(name) };

export async function close(app: ServerApp): Promise<void> {
  if (app.closed) throw new Error('closed twice');
  app.closed = true;
  console.error(\`closed \${app.name}\`);
}
`;

function handler(folder: string, file: string, type: string, name: string, body: string): readonly [string, string] {
  const source = type.includes('<') ? 'create-mcp-from-schema/runtime' : '../../generated/handlers.ts';
  const shared = type.includes('<') ? "import type { ServerApp } from '../../generated/handlers.ts';\n" : '';
  const imported = `import type { ${type.replace(/<.*/u, '')} } from '${source}';\n${shared}`;
  return [`handlers/${folder}/${file}.ts`, `${imported}export const ${name}: ${type} = ${body};\n`];
}

/** A project whose handlers of every kind answer with the name of what \`setup\` has returned. */
export const project = await createProject({
  'definitions/counted.mcp.yaml': definition,
  'handlers/server.ts': serverModule,
  ...Object.fromEntries([
    handler(
      'tools',
      'which',
      'Which',
      'which',
      '(_input, { app, auth }) => `${app.name} ${auth?.principal ?? ""}`.trim()',
    ),
    handler('tools', 'later', 'Later', 'later', '(_input, { app }) => app.name'),
    handler('prompts', 'which', 'WhichPrompt', 'whichPrompt', '(_values, { app }) => app.name'),
    handler('resources', 'which', 'WhichResource', 'whichResource', '(_uri, { app }) => app.name'),
    handler('resources', 'part', 'PartResource', 'partResource', '({ part }, { app }) => `${part} of ${app.name}`'),
    handler(
      'lists',
      'part',
      'ResourceListHandler<ServerApp>',
      'listPart',
      '({ app }) => [{ uri: `counted://which/${app.name.length}`, name: app.name }]',
    ),
    handler(
      'completions',
      'which-part',
      'CompletionHandler<ServerApp>',
      'completeWhichPart',
      '(_value, { app }) => [app.name]',
    ),
  ]),
});
