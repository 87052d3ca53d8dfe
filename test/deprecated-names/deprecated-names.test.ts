import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { compareEras, compareProtocolVersions, open, openTestServer } from '../../runtime/clients/testing/index.js';
import { text, type ElicitFunction, type HandlerContext } from '../../runtime/index.js';
import { start, type StartOptions } from '../../runtime/transports/node/index.js';
import { createWebServer } from '../../runtime/transports/web/index.js';
import { createProject } from '../kit/build-server.js';
import { putFiles } from '../kit/make-folder.js';
import { startServer } from '../kit/start-server.js';
import { talk } from '../kit/talk.js';
import { typeCheck } from '../kit/type-check.js';
import { makeDefinition, makeHandlers, oneTool } from '../wire/fixture-server.js';
import { nameSchema } from '../wire/asking.js';
import { modern } from '../wire/wire.js';

const greet = `
import type { AskOptions, Elicited, Revision, ToolAnswer } from 'create-mcp-from-schema/runtime';
import type { Greet } from '../../generated/handlers.ts';

const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
const asked: AskOptions = { key: 'name' };

export const greet: Greet = async (_input, context): Promise<ToolAnswer<string>> => {
  const { flowId } = context;
  const revision: Revision = context.revision;
  context.releaseConnection();
  await context.beginTask();
  const name: Elicited<{ name: string }> = await context.ask<{ name: string }>('Name?', form, asked);
  const sure = await context.elicit.sure({ name: 'Ada' });
  // The second use is not reported again.
  const isSame = flowId === context.flowId && flowId === context.idempotencyKey && revision === context.protocolVersion;
  const { ask } = context;
  return JSON.stringify([name, sure, isSame, typeof ask, Object.keys(context.elicit)]);
};
`;

const server = `
import type { StartOptions } from 'create-mcp-from-schema/runtime/node';

export const options: StartOptions =
  process.env['OTHER'] === undefined
    ? { drainMs: 500, ordered: true, http: { drainDelayMs: 0, sse: true } }
    : { drainMs: 500, shutdownTimeoutMs: 600 };
`;

/** Old types equal the new ones. */
const types = `
import type * as runtime from 'create-mcp-from-schema/runtime';
import type * as client from 'create-mcp-from-schema/client';
import type * as testing from 'create-mcp-from-schema/testing';

type Same<A, B> = [A, B] extends [B, A] ? true : false;

export const same: readonly true[] = [
  true satisfies Same<runtime.ToolAnswer<number>, runtime.ToolHandlerResult<number>>,
  true satisfies Same<runtime.PromptAnswer, runtime.PromptResult>,
  true satisfies Same<runtime.ResourceAnswer, runtime.ResourceResult>,
  true satisfies Same<runtime.ResourceListAnswer, runtime.ResourceListResult>,
  true satisfies Same<runtime.CompletionAnswer, runtime.CompletionResult>,
  true satisfies Same<runtime.AnswerTransform<number, string>, runtime.ResponseTransform<number, string>>,
  true satisfies Same<runtime.CodeAnswer, runtime.RunCodeResult>,
  true satisfies Same<runtime.FindInput, runtime.SearchApiInput>,
  true satisfies Same<runtime.RunInput, runtime.RunCodeInput>,
  true satisfies Same<runtime.Elicited<{ a: string }>, runtime.ElicitResult<{ a: string }>>,
  true satisfies Same<runtime.Visited, runtime.UrlElicitResult>,
  true satisfies Same<runtime.NoQuestions, runtime.NoElicitations>,
  true satisfies Same<runtime.QuestionOptions, runtime.ClientRequestOptions>,
  true satisfies Same<runtime.AskOptions, runtime.ElicitOptions>,
  true satisfies Same<runtime.Revision, runtime.ProtocolVersion>,
  true satisfies Same<runtime.LegacyRevision, runtime.LegacyProtocolVersion>,
  true satisfies Same<runtime.ModernRevision, runtime.ModernProtocolVersion>,
  true satisfies Same<client.ToolReply<number>, client.ToolCallResult<number>>,
  true satisfies Same<client.PromptReply, client.GetPromptResult>,
  true satisfies Same<client.ResourceReply, client.ReadResourceResult>,
  true satisfies Same<client.CompletionReply, client.CompleteResult>,
  true satisfies Same<testing.EraRun, testing.ProtocolRun>,
  true satisfies Same<testing.SeenQuestion, testing.RecordedClientRequest>,
  true satisfies Same<testing.SeenLog, testing.RecordedLog>,
  true satisfies Same<testing.SeenProgress, testing.RecordedProgress>,
  true satisfies Same<testing.Inability, testing.MissingCapability>,
  true satisfies Same<testing.ScriptedAnswer, testing.ScriptedResponse>,
  true satisfies Same<testing.AnswerScript, testing.ResponseScript>,
];
`;

const project = await createProject({
  'package.json': '{ "type": "module" }',
  'definitions/old.mcp.yaml': `
server: { name: old, version: 1.0.0 }
tools:
  greet:
    description: Greets.
    elicitations:
      sure: { message: 'Sure, {{name}}?', requestedSchema: { type: object, properties: { ok: { type: boolean } } } }
`,
  'handlers/tools/greet.ts': greet,
  'handlers/server.ts': server,
});
const bundle = await project.bundle();

const key = { MCP_STATE_KEYS: 'one-secret-of-at-least-32-characters' };
const able = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {}, url: {} } } };

/** Calls the tool in a new process. */
function call(more: object = {}) {
  return talk(bundle, [modern(1, 'tools/call', { name: 'greet', arguments: {}, ...more }, able)], key);
}

/** Lines of the operator, without their times. */
const linesOf = (stderr: string): readonly string[] =>
  stderr.split('\n').flatMap((line) => (line === '' ? [] : [line.replace(/^\[[^\]]*\] /u, '')]));

const memberAdvice = (old: string, name: string): string =>
  `TOOL: greet | WARNING: \`context.${old}\` is deprecated: use \`context.${name}\`. The old name will be removed in 0.5.`;
const optionAdvice = (old: string, name: string): string =>
  `START | WARNING: Option "${old}" is deprecated: use "${name}". The old name will be removed in 0.5.`;

const options = [
  optionAdvice('drainMs', 'shutdownTimeoutMs'),
  optionAdvice('ordered', 'sequential'),
  optionAdvice('http.drainDelayMs', 'http.shutdownDelayMs'),
  optionAdvice('http.sse', 'http.legacySse'),
];

describe('a project with old names', () => {
  test('has the types of the new ones', async () => {
    putFiles(project.folder, { 'handlers/types.ts': types });
    expect(await typeCheck(project.folder)).toBe('');
  });

  test('works, and its operator learns the new names once', async () => {
    const first = await call();
    const { requestState, inputRequests } = first.messages[0]?.result ?? {};
    expect(Object.keys(inputRequests)).toEqual(['name']);
    expect(linesOf(first.stderr)).toEqual([
      ...options,
      memberAdvice('flowId', 'idempotencyKey'),
      memberAdvice('revision', 'protocolVersion'),
      memberAdvice('releaseConnection', 'closeStream'),
      memberAdvice('beginTask', 'startTask'),
      memberAdvice('ask', 'elicit'),
    ]);
    const name = { action: 'accept', content: { name: 'Ada' } };
    const second = await call({ requestState, inputResponses: { name } });
    const asked = second.messages[0]?.result;
    expect(asked.inputRequests.sure.params.message).toBe('Sure, Ada?');
    expect(linesOf(second.stderr)).toContain(memberAdvice('elicit.sure', 'elicitations.sure'));
    const sure = { action: 'accept', content: { ok: true } };
    const last = await call({ requestState: asked.requestState, inputResponses: { sure } });
    const [said] = last.messages[0]?.result.content ?? [];
    expect(JSON.parse(said.text)).toEqual([name, sure, true, 'function', ['sure']]);
  });

  test('has its options over HTTP', async () => {
    const { child, output, listening, exited } = startServer(bundle, ['--http', '0']);
    const url = await listening();
    const stream = await fetch(new URL('/sse', url), { headers: { Accept: 'text/event-stream' } });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    await stream.body?.cancel();
    child.kill('SIGTERM');
    await exited;
    expect(linesOf(output.stderr).filter((line) => line.startsWith('START'))).toEqual(options);
  });

  test('does not start with another value under the new name of an option', async () => {
    const { exitCode, stderr } = await talk(bundle, [], { OTHER: '1' });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      'Option "drainMs" is the old name of "shutdownTimeoutMs", which is set to a different value',
    );
  });
});

test('old options of start and of a web server work, unless the new name has another value', async () => {
  const both = { ordered: true, sequential: false };
  const refused = new TypeError('Option "ordered" is the old name of "sequential", which is set to a different value');
  await expect(start(makeDefinition(), makeHandlers(), both)).rejects.toThrow(refused);
  expect(() => createWebServer({ definition: makeDefinition(), handlers: makeHandlers(), options: both })).toThrow(
    refused,
  );
});

describe('warnings about old options use the log of the server', () => {
  const message = 'Option "ordered" is deprecated: use "sequential". The old name will be removed in 0.5.';
  const options: StartOptions = { ordered: true, log: { format: 'json' } };
  const messagesOf = (lines: readonly unknown[]): readonly unknown[] =>
    lines.map((line) => (JSON.parse(String(line)) as { message: string }).message);

  test('also about the old name of the mode', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const streams = { input: Readable.from([]), output: new PassThrough() };
    await start(makeDefinition(), makeHandlers(), { ...streams, mode: 'direct' });
    const text = write.mock.calls.map(([line]) => String(line)).join('');
    write.mockRestore();
    expect(linesOf(text)).toEqual([
      'START | WARNING: Mode "direct" is deprecated: use "tools". The old name will be removed in 0.5.',
    ]);
  });

  test('of start', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const input = Readable.from([]);
    await start(makeDefinition(), makeHandlers(), { ...options, input, output: new PassThrough() });
    const lines = write.mock.calls.map(([line]) => line);
    write.mockRestore();
    expect(messagesOf(lines)).toEqual([message]);
  });

  test('of a web server, once, with the first request', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const server = createWebServer({ definition: makeDefinition(), handlers: makeHandlers(), options });
    await server.fetch(new Request('http://localhost/healthz'));
    await server.fetch(new Request('http://localhost/healthz'));
    await server.close();
    const lines = error.mock.calls.map(([line]) => line as unknown);
    error.mockRestore();
    expect(messagesOf(lines)).toEqual([message]);
  });
});

test.each([{ drainTimeoutMs: 5 }, { unordered: true }])(
  'options that are only similar to old ones are unknown: %j',
  async (options) => {
    await expect(start(makeDefinition(), makeHandlers(), options as StartOptions)).rejects.toThrow(TypeError);
  },
);

test('a function is an `elicit` of a context without declared elicitations, which has no other members', () => {
  const elicit: ElicitFunction = () => Promise.reject<never>(new Error('not called'));
  const context: Pick<HandlerContext, 'elicit'> = { elicit };
  // @ts-expect-error -- no elicitation of this name is declared
  expect(context.elicit.confirm).toBeUndefined();
});

describe('old names of the testing kit', () => {
  const asking = oneTool(async (_: unknown, context: HandlerContext) => {
    const { action } = await context.ask('Name?', nameSchema, { unavailable: 'cancel' });
    return text(action);
  });
  const accept = { action: 'accept', content: { name: 'Ada' } } as const;

  test('are those of the same functions', () => {
    expect([open, compareEras]).toEqual([openTestServer, compareProtocolVersions]);
  });

  test('work as options', async () => {
    const connect = (peer: { callTool?: unknown }) => peer;
    const opened = await open({ ...asking, connect, options: { ordered: true } }, { answers: [accept] });
    expect(await opened.request('tools/call', { name: 'probe' })).toMatchObject({ content: [{ text: 'accept' }] });
    expect(opened.reports.join('\n')).toContain('Option "ordered" is deprecated');
    expect(opened.questions).toEqual(opened.clientRequests);
    expect(opened.questions).toMatchObject([{ message: 'Name?' }]);
    opened.answer([{ action: 'decline' }]);
    expect(await opened.request('tools/call', { name: 'probe' })).toMatchObject({ content: [{ text: 'decline' }] });
    await opened.close();
    const unable = await open({ ...asking, connect }, { without: ['elicitation'] });
    expect(await unable.request('tools/call', { name: 'probe' })).toMatchObject({ content: [{ text: 'cancel' }] });
    await unable.close();
    const older = await open({ ...asking, connect }, { revision: '2024-11-05' });
    expect(await older.request('tools/call', { name: 'probe' })).toMatchObject({ content: [{ text: 'cancel' }] });
    await older.close();
    const normalise = (): string => 'same';
    const { runs, differences } = await compareEras(asking, { call: { tool: 'probe' }, answers: [accept], normalise });
    expect(differences).toEqual([]);
    for (const run of runs) {
      expect([run.revision, run.questions]).toEqual([run.protocolVersion, run.clientRequests]);
    }
    expect(runs.at(-1)?.reports.join('\n')).toContain('`context.ask` is deprecated: use `context.elicit`');
  });
});

test('the old entry of the docs page exports what the new one does', async () => {
  const old = await import('create-mcp-from-schema/runtime/page');
  expect(old).toEqual(await import('create-mcp-from-schema/runtime/docs-page'));
});

/** Patterns of lines with an old name. */
const oldNames: readonly RegExp[] = [
  /\b(?:(?:Tool|Prompt|Resource|ResourceList|Completion|Code|Page)Answer|AnswerTransform|(?:Find|Run)Input|ServerPage)\b/u,
  /\b(?:(?:Tool|Prompt|Resource|Completion)Reply|Elicited|Visited|NoQuestions|(?:Question|Ask)Options)\b/u,
  /\b(?:(?:Legacy|Modern)Revision|type Revision)\b|[:<] ?Revision\b/u,
  /\bcontext\.(?:ask|revision|elicit\.\w+|elicit\[)|\belicit\.\w+\(|[{,] ask[ ,][^;]*\}\)(?::[^;]*)? =>/u,
  /\((?:_\w*|uri|input|values)(?:: \w+)?, \{[^}]*(?<!: )\brevision\b/u,
  /\b(?:flowId|releaseConnection|beginTask|compareEras|EraRun|Seen(?:Question|Log|Progress))\b/u,
  /\b(?:Inability|ScriptedAnswer|AnswerScript|drainMs|drainDelayMs)\b|runtime\/page'/u,
  /\b(?:ordered|sse)\??: (?:true|false|boolean)|\bwithout: \[|\{ answers: \[/u,
  /\bopen\b[^;]*'create-mcp-from-schema\/testing'/u,
];

/** Files whose old names are meant. */
const isMeant = (file: string): boolean =>
  path.basename(file).startsWith('deprecated') ||
  /^generator\/tools\/upgrade\/|^test\/(?:deprecated-names|regenerate\/projects|upgrade)\/|^test\/faults\/promises\.tsv$|\/(?:node_modules|\.cache)\//u.test(
    file,
  );

/**
 * Names of their own, which have nothing to do with the old ones: revisions of Git, the input of a tool `find`, and
 * what a question of a definition asks.
 */
const isOwnName = (file: string, line: string): boolean =>
  (/\bask\b/u.test(line) && /^generator\/(?:features\/questions|outputs\/evaluate|tools\/evaluate)\//u.test(file)) ||
  (/\bRevision\b/u.test(line) && /^generator\/(?:cli|tools\/dev-ui\/browser)\//u.test(file)) ||
  (/\bFindInput\b/u.test(line) && file.startsWith('test/validators/'));

test('nothing else in the project has an old name', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const folders = ['bench', 'build', 'definitions', 'generated', 'generator', 'runtime', 'templates', 'test'];
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(folder, file).replaceAll('\\', '/'),
    ),
  );
  const found = files
    .filter((file) => /\.(?:hbs|json|[cm]?[jt]sx?|ya?ml)$/u.test(file) && !isMeant(file))
    .flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          oldNames.some((old) => old.test(line)) && !isOwnName(file, line)
            ? [`${file}:${index + 1} ${line.trim()}`]
            : [],
        ),
    );
  expect(found).toEqual([]);
});
