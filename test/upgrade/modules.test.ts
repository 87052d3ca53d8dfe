import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { generateIn } from '../regenerate/story.js';

const definition = `server: { name: s, version: 1.0.0 }
tools:
  ask_it:
    description: Asks.
    outputSchema: { type: object, properties: { a: { type: string } } }
    elicitations:
      sure: { message: Sure?, requestedSchema: { type: object, properties: { yes: { type: boolean } } } }
`;

const runtime = 'create-mcp-from-schema/runtime';
const testing = 'create-mcp-from-schema/testing';
const own = `import type { HandlerContext } from '${runtime}';\n`;

/** A module before and after, by what it shows. */
const modules: readonly (readonly [what: string, before: string, after: string])[] = [
  [
    'an import under another name',
    `import type { Elicited as E } from '${runtime}';\nexport type A = E<{ a: string }>;\n`,
    `import type { ElicitResult as E } from '${runtime}';\nexport type A = E<{ a: string }>;\n`,
  ],
  [
    'a name that is taken',
    `import type { Elicited } from '${runtime}';\nexport type ElicitResult = Elicited<{ a: string }>;\n`,
    `import type { ElicitResult as Elicited } from '${runtime}';\nexport type ElicitResult = Elicited<{ a: string }>;\n`,
  ],
  [
    'a shadowed name',
    `import type { Revision } from '${runtime}';\nexport const f = <Revision,>(a: Revision): Revision => a;\nexport type R = Revision;\n`,
    `import type { ProtocolVersion } from '${runtime}';\nexport const f = <Revision,>(a: Revision): Revision => a;\nexport type R = ProtocolVersion;\n`,
  ],
  [
    'a namespace',
    `import type * as r from '${runtime}';\nexport type A = r.ToolAnswer<string>;\n`,
    `import type * as r from '${runtime}';\nexport type A = r.ToolHandlerResult<string>;\n`,
  ],
  [
    'a type of a module',
    `export type A = import('${runtime}').ToolAnswer<string>;\n`,
    `export type A = import('${runtime}').ToolHandlerResult<string>;\n`,
  ],
  [
    'exports from the package',
    `export type { Visited, AskOptions as O } from '${runtime}';\n`,
    `export type { UrlElicitResult as Visited, ElicitOptions as O } from '${runtime}';\n`,
  ],
  [
    'an export of an import',
    `import type { Visited } from '${runtime}';\nexport type { Visited };\n`,
    `import type { UrlElicitResult } from '${runtime}';\nexport type { UrlElicitResult as Visited };\n`,
  ],
  [
    'a name of another module',
    `import { open } from 'node:fs';\nimport type { Stats as Elicited } from 'node:fs';\nexport const a: [typeof open, Elicited?] = [open];\n`,
    `import { open } from 'node:fs';\nimport type { Stats as Elicited } from 'node:fs';\nexport const a: [typeof open, Elicited?] = [open];\n`,
  ],
  [
    'a shorthand of a function',
    `import { open } from '${testing}';\nexport const kit = { open };\n`,
    `import { openTestServer } from '${testing}';\nexport const kit = { open: openTestServer };\n`,
  ],
  [
    'generated types',
    `import type { AskIt, AskItAnswer } from '../generated/handlers.js';\nexport type A = [AskIt, AskItAnswer];\n`,
    `import type { AskIt, AskItResult } from '../generated/handlers.js';\nexport type A = [AskIt, AskItResult];\n`,
  ],
  [
    'members of the context alone',
    `${own}interface Own { ask: string; flowId: string; revision: number }\nexport const f = (c: HandlerContext, o: Own) => [c.flowId, o.flowId, o.ask, c.revision, o.revision];\n`,
    `${own}interface Own { ask: string; flowId: string; revision: number }\nexport const f = (c: HandlerContext, o: Own) => [c.idempotencyKey, o.flowId, o.ask, c.protocolVersion, o.revision];\n`,
  ],
  [
    'optional access, and text that only looks alike',
    `${own}export const f = (c?: HandlerContext) => [c?.flowId, 'c.flowId' /* c.flowId */];\n`,
    `${own}export const f = (c?: HandlerContext) => [c?.idempotencyKey, 'c.flowId' /* c.flowId */];\n`,
  ],
  [
    'a pattern with defaults, a rest and other names',
    `${own}export const f = ({ ask: question, flowId, ...rest }: HandlerContext) => [question, flowId, rest.beginTask];\n`,
    `${own}export const f = ({ elicit: question, idempotencyKey, ...rest }: HandlerContext) => [question, idempotencyKey, rest.startTask];\n`,
  ],
  [
    'a variable of a pattern as a shorthand',
    `${own}export const f = ({ flowId }: HandlerContext) => ({ flowId });\n`,
    `${own}export const f = ({ idempotencyKey }: HandlerContext) => ({ flowId: idempotencyKey });\n`,
  ],
  [
    'both meanings of elicit',
    `import type { AskIt } from '../generated/handlers.js';\nexport const f: AskIt = async (_, { ask, elicit }) => {\n  await elicit.sure({});\n  await ask('m', { url: 'https://a.example' });\n  return {};\n};\n`,
    `import type { AskIt } from '../generated/handlers.js';\nexport const f: AskIt = async (_, { elicit, elicitations }) => {\n  await elicitations.sure({});\n  await elicit('m', { url: 'https://a.example' });\n  return {};\n};\n`,
  ],
  [
    'the object of elicitations as a value',
    `import type { AskIt, AskItQuestions } from '../generated/handlers.js';\nconst g = (q: AskItQuestions) => q.sure({});\nexport const f: AskIt = async (_, c) => {\n  await g(c.elicit);\n  return {};\n};\n`,
    `import type { AskIt, AskItQuestions } from '../generated/handlers.js';\nconst g = (q: AskItQuestions) => q.sure({});\nexport const f: AskIt = async (_, c) => {\n  await g(c.elicitations);\n  return {};\n};\n`,
  ],
  [
    'the function, which is new',
    `import type { AskIt } from '../generated/handlers.js';\nexport const f: AskIt = async (_, { elicit }) => {\n  await elicit('m', { url: 'https://a.example' });\n  return {};\n};\n`,
    `import type { AskIt } from '../generated/handlers.js';\nexport const f: AskIt = async (_, { elicit }) => {\n  await elicit('m', { url: 'https://a.example' });\n  return {};\n};\n`,
  ],
  [
    'a context that a test makes',
    `${own}export const c: Partial<HandlerContext> = { flowId: '1', beginTask: async () => {}, elicit: { sure: 1 } as never };\n`,
    `${own}export const c: Partial<HandlerContext> = { idempotencyKey: '1', startTask: async () => {}, elicitations: { sure: 1 } as never };\n`,
  ],
  [
    'options that are checked otherwise',
    `import type { StartOptions } from '${runtime}/node';\nexport const o = { drainMs: 1, http: { sse: true } } satisfies StartOptions;\nexport const p = { drainMs: 2 };\n`,
    `import type { StartOptions } from '${runtime}/node';\nexport const o = { shutdownTimeoutMs: 1, http: { legacySse: true } } satisfies StartOptions;\nexport const p = { drainMs: 2 };\n`,
  ],
  [
    'entries of the package',
    `import type { ServerPage } from '${runtime}/page';\nimport { open } from '${runtime}/testing';\nexport type A = [ServerPage, typeof open];\n`,
    `import type { DocsPage } from '${runtime}/docs-page';\nimport { openTestServer } from '${testing}';\nexport type A = [DocsPage, typeof openTestServer];\n`,
  ],
  [
    'members of an open server and of runs',
    `import { compareEras, open } from '${testing}';\nimport { project } from '../generated/project.js';\nexport const f = async () => {\n  const server = await open(project, { revision: '2025-11-25' });\n  server.answer([]);\n  const { runs } = await compareEras(project, { call: { tool: 'ask_it' }, normalise: () => 1 });\n  return [server.questions, runs.map(({ revision, questions }) => [revision, questions])];\n};\n`,
    `import { compareProtocolVersions, openTestServer } from '${testing}';\nimport { project } from '../generated/test-project.js';\nexport const f = async () => {\n  const server = await openTestServer(project, { protocolVersion: '2025-11-25' });\n  server.respond([]);\n  const { runs } = await compareProtocolVersions(project, { call: { tool: 'ask_it' }, normalize: () => 1 });\n  return [server.clientRequests, runs.map(({ protocolVersion, clientRequests }) => [protocolVersion, clientRequests])];\n};\n`,
  ],
  [
    'a module that is loaded later',
    `export const load = () => import('../generated/contents.js');\n`,
    `export const load = () => import('../generated/static-content.js');\n`,
  ],
  [
    'names of a module that is loaded later',
    `const { open, compareEras: compare } = await import('${testing}');\nconst kit = await import('${testing}');\nexport const all = [open, compare, kit.open, (await import('${testing}')).open];\nexport const last = import('${testing}').then(({ open }) => open);\n`,
    `const { openTestServer, compareProtocolVersions: compare } = await import('${testing}');\nconst kit = await import('${testing}');\nexport const all = [openTestServer, compare, kit.openTestServer, (await import('${testing}')).openTestServer];\nexport const last = import('${testing}').then(({ openTestServer }) => openTestServer);\n`,
  ],
  [
    'files of the generated folder as arguments',
    `declare const mock: (file: string) => void;\nmock('../generated/project.ts');\nexport const url = new URL('../generated/contents.js', import.meta.url);\nmock('../generated/tools.ts');\nmock('../other/project.ts');\n`,
    `declare const mock: (file: string) => void;\nmock('../generated/test-project.ts');\nexport const url = new URL('../generated/static-content.js', import.meta.url);\nmock('../generated/tools.ts');\nmock('../other/project.ts');\n`,
  ],
  [
    'names of the generated folder that package.json gives',
    `import type { AskItAnswer } from '#generated/handlers.js';\nimport { project } from '#generated/project.js';\nexport const a: [AskItAnswer?, object?] = [undefined, project];\n`,
    `import type { AskItResult } from '#generated/handlers.js';\nimport { project } from '#generated/test-project.js';\nexport const a: [AskItResult?, object?] = [undefined, project];\n`,
  ],
  [
    'whole modules of the generated folder, whose names are unchanged',
    `import '../generated/server.js';\nimport * as d from '../generated/descriptors.js';\nexport * from '../generated/tools.js';\nexport { d };\n`,
    `import '../generated/server.js';\nimport * as d from '../generated/descriptors.js';\nexport * from '../generated/tools.js';\nexport { d };\n`,
  ],
  [
    'quoted members',
    `import type { AskIt, AskItQuestions } from '../generated/handlers.js';\n${own}export const f: AskIt = async (_, c) => {\n  await c['elicit'].sure({});\n  return {};\n};\nexport const g = ({ 'flowId': id }: HandlerContext) => id;\nexport const h = (c?: HandlerContext) => c?.['flowId'];\nexport const i: Partial<HandlerContext<AskItQuestions>> = { 'flowId': '1' };\n`,
    `import type { AskIt, AskItQuestions } from '../generated/handlers.js';\n${own}export const f: AskIt = async (_, c) => {\n  await c['elicitations'].sure({});\n  return {};\n};\nexport const g = ({ 'idempotencyKey': id }: HandlerContext) => id;\nexport const h = (c?: HandlerContext) => c?.['idempotencyKey'];\nexport const i: Partial<HandlerContext<AskItQuestions>> = { 'idempotencyKey': '1' };\n`,
  ],
  [
    'members in types',
    `import type { AskItQuestions } from '../generated/handlers.js';\n${own}type C = HandlerContext<AskItQuestions>;\ntype P = Pick<C, 'elicit' | 'flowId' | 'log'>;\nexport type O = [Omit<C, 'ask'>, C['flowId' | 'log']];\nexport const f = (c: P) => c.elicit.sure({ id: c.flowId });\n`,
    `import type { AskItQuestions } from '../generated/handlers.js';\n${own}type C = HandlerContext<AskItQuestions>;\ntype P = Pick<C, 'elicitations' | 'idempotencyKey' | 'log'>;\nexport type O = [Omit<C, 'elicit'>, C['idempotencyKey' | 'log']];\nexport const f = (c: P) => c.elicitations.sure({ id: c.idempotencyKey });\n`,
  ],
  [
    'members that are assigned to variables',
    `${own}let flowId = '';\nlet id = '';\nexport const f = (c: HandlerContext) => {\n  ({ flowId } = c);\n  ({ flowId: id } = c);\n  return [flowId, id];\n};\n`,
    `${own}let flowId = '';\nlet id = '';\nexport const f = (c: HandlerContext) => {\n  ({ idempotencyKey: flowId } = c);\n  ({ idempotencyKey: id } = c);\n  return [flowId, id];\n};\n`,
  ],
  [
    'elicitations with a type, and a function with one',
    `import type { AskIt } from '../generated/handlers.js';\n${own}type Sure = { sure(given: object): unknown };\nexport const f: AskIt = async (_, c) => {\n  (c.elicit as unknown as Sure).sure({});\n  c.elicit!.sure({});\n  return {};\n};\nexport const g: Partial<HandlerContext> = { ask: (() => {}) as never };\n`,
    `import type { AskIt } from '../generated/handlers.js';\n${own}type Sure = { sure(given: object): unknown };\nexport const f: AskIt = async (_, c) => {\n  (c.elicitations as unknown as Sure).sure({});\n  c.elicitations!.sure({});\n  return {};\n};\nexport const g: Partial<HandlerContext> = { elicit: (() => {}) as never };\n`,
  ],
];

describe('a module', { timeout: 60_000 }, () => {
  let folder: string;

  beforeAll(async () => {
    folder = makeFolder({
      'definitions/s.mcp.yaml': definition,
      'handlers/server.ts':
        'export const options = { drainMs: 1, ordered: true, http: { sse: true } };\nexport const other = { drainMs: 1 };\n',
      ...Object.fromEntries(modules.map(([, before], index) => [`test/m${index}.ts`, before])),
      'package.json': JSON.stringify({ type: 'module', imports: { '#generated/*.js': './generated/*.ts' } }),
      'test/script.mjs': `import { open } from '${testing}';\nimport { project } from '../generated/project.ts';\nexport const s = open(project, { answers: {} });\n`,
      'test/other.mjs': 'export const o = { answers: {} };\n',
      'node_modules/own/index.ts': "import type { Elicited } from 'create-mcp-from-schema/runtime';\n",
      'dist/old.ts': modules[0]?.[1] ?? '',
      '.hidden/old.ts': modules[0]?.[1] ?? '',
    });
    linkPackagesOver(folder);
    await generateIn(folder);
    const manifest = path.join(folder, 'generated/manifest.json');
    writeFileSync(
      manifest,
      readFileSync(manifest, 'utf8').replace(/"generatorVersion": "[^"]*"/u, '"generatorVersion": "0.3.0"'),
    );
    const { exitCode, error } = await runInMemory(['upgrade', '--yes'], { cwd: folder });
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
  }, 60_000);

  const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');

  test.each(modules.map(([what, , after], index) => [what, index, after] as const))(
    'with %s',
    (_what, index, after) => {
      expect(read(`test/m${index}.ts`)).toBe(after);
    },
  );

  test('in JavaScript gets the present names, too', () => {
    expect(read('test/script.mjs')).toBe(
      `import { openTestServer } from '${testing}';\nimport { project } from '../generated/test-project.ts';\nexport const s = openTestServer(project, { responses: {} });\n`,
    );
  });

  test('is not changed by a second upgrade, which finds nothing left', async () => {
    const before = modules.map((_, index) => read(`test/m${index}.ts`));
    const { exitCode, out } = await runInMemory(['upgrade', '--yes'], { cwd: folder });
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: expect.stringContaining('Nothing to upgrade') as string });
    expect(modules.map((_, index) => read(`test/m${index}.ts`))).toEqual(before);
  });

  test('with options of the server needs no types', () => {
    expect(read('handlers/server.ts')).toBe(
      'export const options = { shutdownTimeoutMs: 1, sequential: true, http: { legacySse: true } };\nexport const other = { drainMs: 1 };\n',
    );
  });

  test('of packages, of what was built, and of hidden folders stays', () => {
    for (const file of ['dist/old.ts', '.hidden/old.ts']) expect(read(file)).toBe(modules[0]?.[1]);
    expect(read('node_modules/own/index.ts')).toContain('Elicited');
  });
});

/** Links packages next to one that is there. */
function linkPackagesOver(folder: string): void {
  renameSync(path.join(folder, 'node_modules'), path.join(folder, 'kept'));
  linkPackages(folder);
  renameSync(path.join(folder, 'kept/own'), path.join(folder, 'node_modules/own'));
  rmSync(path.join(folder, 'kept'), { recursive: true });
}
