import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { nameSchema, playLegacy, playModern, probe, type Asking } from '../wire/asking.js';
import { anything, makeDefinition, makeHandlers, oneTool } from '../wire/fixture-server.js';
import { oneTaskTool, openTaskClient } from '../wire/task-client.js';
import { converse, modern, reports } from '../wire/wire.js';

afterEach(() => vi.unstubAllEnvs());

const yes = () => ({ action: 'accept', content: { name: 'Alice' } });
const subjects = (): readonly string[] => reports.map((line) => /^\[\S+\] (.* \| [A-Z]+):/u.exec(line)?.[1] ?? line);

/** Warnings that a handler brings about in the modern era. */
async function warningsOf(handler: Asking): Promise<readonly string[]> {
  await playModern(oneTool(handler), yes);
  return subjects().filter((each) => each.includes('WARNING'));
}

describe('a warning in development', () => {
  test('says what was done again and what to do about it', async () => {
    await playModern(
      oneTool(async (_, { elicit }) => {
        await sleep(1);
        return (await elicit('Sure?', nameSchema)).action;
      }),
      yes,
    );
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatch(
      /^\[\S+\] TOOL: probe \| WARNING: The handler did asynchronous work outside of context\.step before a client request/u,
    );
    expect(reports[0]).toContain('context.onSuspend');
  });

  test.each<[what: string, wait: () => Promise<unknown>]>([
    ['a timer', () => sleep(1)],
    ['the next turn of the event loop', () => nextTurn()],
    ['a file', () => readFile(import.meta.filename)],
  ])('is given when the handler waits for %s before its question', async (_, wait) => {
    const warnings = await warningsOf(async (_input, { elicit }) => {
      await wait();
      return elicit('Sure?', nameSchema);
    });
    expect(warnings).toEqual(['TOOL: probe | WARNING']);
  });

  test('is given when it waits between two questions', async () => {
    const warnings = await warningsOf(async (_, { elicit }) => {
      await elicit('First?', nameSchema);
      await sleep(1);
      return elicit('Second?', nameSchema);
    });
    expect(warnings).toEqual(['TOOL: probe | WARNING']);
  });

  test('is given when it waits before a step', async () => {
    const warnings = await warningsOf(async (_, { elicit, step }) => {
      await sleep(1);
      await step('once', () => 1);
      return elicit('Sure?', nameSchema);
    });
    expect(warnings).toEqual(['TOOL: probe | WARNING']);
  });

  test('is given once for each handler, whatever a client reads', async () => {
    const slow: Asking = async (_, { elicit }) => {
      await sleep(1);
      return (await elicit('Sure?', nameSchema)).action;
    };
    const matcher = { pattern: /^test:\/\/t\/(.*)$/u, path: [{ name: 'id' }], query: [] };
    const talk = converse({
      definition: makeDefinition({
        capabilities: { prompts: true, resources: true },
        prompts: [{ name: 'p', fields: {}, arguments: [] }],
        resourceTemplates: [{ uriTemplate: 'test://t/{id}', fields: { name: '"t"' }, matcher }],
      }),
      handlers: makeHandlers({ prompts: { p: slow }, resourceTemplates: { 'test://t/{id}': slow } }),
    });
    const meta = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };
    for (const [method, params] of [
      ['prompts/get', { name: 'p' }],
      ['prompts/get', { name: 'p' }],
      ['resources/read', { uri: 'test://t/1' }],
      ['resources/read', { uri: 'test://t/2' }],
    ] as const) {
      const first = await talk.ask(modern(1, method, params, meta));
      const { requestState } = first['result'];
      const inputResponses = { ask: yes() };
      const second = await talk.ask(modern(2, method, { ...params, requestState, inputResponses }, meta));
      expect(second['result'].resultType).toBe('complete');
    }
    await talk.end();
    expect(subjects()).toEqual(['PROMPT: p | WARNING', 'RESOURCE: test://t/{id} | WARNING']);
  });
});

describe('no warning', () => {
  test.each<[what: string, handler: Asking]>([
    [
      'waits in a step',
      async (_, { elicit, step }) => {
        await step('wait', () => sleep(2, 'done'));
        return elicit('Sure?', nameSchema);
      },
    ],
    [
      'waits after its last question',
      async (_, { elicit }) => {
        const answer = await elicit('Sure?', nameSchema);
        await sleep(2);
        return answer;
      },
    ],
    [
      'does everything at once, in many small parts',
      async (_, { elicit, step }) => {
        for (let count = 0; count < 1000; count += 1) await Promise.resolve();
        await step('once', () => 1);
        for (let count = 0; count < 1000; count += 1) await Promise.resolve();
        await Promise.all([elicit('First?', nameSchema), elicit('Second?', nameSchema)]);
        return elicit('Third?', nameSchema);
      },
    ],
  ])('is given for a handler that %s', async (_, handler) => {
    expect(await warningsOf(handler)).toEqual([]);
  });

  const slow: Asking = async (_, { elicit }) => {
    await sleep(1);
    return (await elicit('Sure?', nameSchema)).action;
  };

  test('is given where the handler is not run again', async () => {
    await playLegacy(oneTool(slow), yes);
    const client = openTaskClient(oneTaskTool(slow));
    const taskId = await client.begin();
    await client.until(taskId, 'input_required');
    await client.request('tasks/update', { taskId, inputResponses: { ask: yes() } });
    await client.until(taskId, 'completed');
    await client.talk.end();
    expect(reports).toEqual([]);
  });

  test('is given in production', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    expect(await warningsOf(slow)).toEqual([]);
  });

  test.each([
    ['production', true, ['TOOL: probe | WARNING']],
    ['development', false, []],
  ])('or one, as the option says: %s, %s', async (environment, warnings, expected) => {
    vi.stubEnv('NODE_ENV', environment);
    const talk = converse(oneTool(slow), { warnings });
    const first = await talk.ask(probe(1));
    const { requestState } = first['result'];
    await talk.ask(probe(2, { requestState, inputResponses: { ask: yes() } }));
    await talk.end();
    expect(subjects()).toEqual(expected);
  });

  test('is given for what the server itself loads when a request goes on in another process', async () => {
    const stateKeys = ['a-secret-of-at-least-32-characters'];
    const validators = async () => {
      await sleep(5);
      return { input: anything };
    };
    const subject = oneTool(async (_, { elicit }) => (await elicit('Sure?', nameSchema)).action, {
      validators,
    });
    const one = converse(subject, { stateKeys });
    const first = await one.ask(probe(1));
    await one.end();
    const other = converse(subject, { stateKeys });
    const { requestState } = first['result'];
    const second = await other.ask(probe(2, { requestState, inputResponses: { ask: yes() } }));
    expect(second['result'].content[0].text).toBe('accept');
    await other.end();
    expect(reports).toEqual([]);
  });
});
