import { describe, expect, test } from 'vitest';
import type { ServerDefinition } from '../../runtime/index.js';
import { serveControlled } from './controlled.js';
import { makeDefinition, makeHandlers, makeTool } from './fixture-server.js';
import { ask, bodyOf, isModern, revisions, talkIn } from './revision-client.js';
import { initialize, request, type Subject, type Wire } from './wire.js';

const names = ['d', 'b', 'e', 'a', 'c'];
const nothing = (): undefined => undefined;

/** 1,800 bytes as UTF-8. */
const fields = { description: JSON.stringify('ä'.repeat(900)) };

/** Five entries of each kind, in no order but their own. */
const five: ServerDefinition = makeDefinition({
  capabilities: { prompts: true, resources: true },
  tools: names.map((name) => makeTool(name, { fields: { ...fields, inputSchema: '{"type":"object"}' } })),
  prompts: names.map((name) => ({ name, fields, arguments: [] })),
  resources: names.map((name) => ({ uri: `app://${name}`, fields })),
  resourceTemplates: names.map((name) => ({
    uriTemplate: `app://${name}/{id}`,
    fields,
    matcher: { pattern: new RegExp(`^app://${name}/([^/]*)$`, 'u'), path: [{ name: 'id' }], query: [] },
  })),
});
const fromNames = (key: (name: string) => string, value: unknown): object =>
  Object.fromEntries(names.map((name) => [key(name), value]));
const shop: Subject = {
  definition: five,
  handlers: makeHandlers({
    tools: fromNames((name) => name, nothing),
    prompts: fromNames(
      (name) => name,
      () => 'Hi',
    ),
    resources: fromNames((name) => `app://${name}`, nothing),
    resourceTemplates: fromNames((name) => `app://${name}/{id}`, nothing),
  }),
};
const lists = [
  ['tools/list', 'tools', 'name', names],
  ['prompts/list', 'prompts', 'name', names],
  ['resources/list', 'resources', 'uri', names.map((name) => `app://${name}`)],
  ['resources/templates/list', 'resourceTemplates', 'uriTemplate', names.map((name) => `app://${name}/{id}`)],
] as const;

describe.each(revisions)('in %s', (revision) => {
  test.each(lists)(
    '%s is in the order of the definition, whatever else was asked before',
    async (method, list, key, expected) => {
      const others = [
        ask(revision, 1, 'tools/call', { name: 'a' }),
        ask(revision, 2, 'tools/call', { name: 'nope' }),
        ask(revision, 3, 'prompts/get', { name: 'b' }),
        ask(revision, 4, 'resources/read', { uri: 'app://c' }),
        ask(revision, 5, method, { cursor: '***' }),
        initialize(6, '2024-11-05'),
        request(7, 'logging/setLevel', { level: 'debug' }),
        initialize(8, isModern(revision) ? '2025-11-25' : revision),
      ];
      const answers = await talkIn(revision, shop, [
        ask(revision, 'before', method),
        ...others,
        ask(revision, 'after', method),
      ]);
      const [before, after] = ['before', 'after'].map(
        (id) => answers.find((answer) => answer['id'] === id)?.['result'] as Wire,
      );
      expect(before?.[list].map((entry: Wire) => entry[key] as unknown)).toEqual(expected);
      expect(after).toEqual(before);
    },
  );

  test.each([{ pageSize: 2 }, { pageBytes: 4000 }].flatMap((limits) => lists.map((row) => [...row, limits] as const)))(
    'the pages of %s follow on each other, with cursors that stay good',
    async (method, list, key, expected, limits) => {
      const page = async (cursor?: unknown): Promise<Wire> => {
        const params = cursor === undefined ? {} : { cursor };
        return bodyOf((await talkIn(revision, shop, [ask(revision, 1, method, params)], limits))[0]);
      };
      const first = await page();
      expect(first['nextCursor']).toMatch(/^[A-Za-z0-9_-]+$/u);
      const second = await page(first['nextCursor']);
      const third = await page(second['nextCursor']);
      expect(
        [first, second, third].flatMap((result) => result[list].map((entry: Wire) => entry[key] as unknown)),
      ).toEqual(expected);
      expect([first, second, third].map((result) => result[list].length as unknown)).toEqual([2, 2, 1]);
      expect(third).not.toHaveProperty('nextCursor');
      expect(await page(first['nextCursor'])).toEqual(second);
    },
  );

  test.each([
    null,
    5,
    {},
    '',
    '***',
    'd',
    Buffer.from('tools gone').toString('base64url'),
    Buffer.from('nothing d').toString('base64url'),
    Buffer.from('tools __proto__').toString('base64url'),
    // No UTF-8.
    '_w',
  ])('the cursor %j is refused with -32602', async (cursor) => {
    const messages = lists.map(([method], id) => ask(revision, id, method, { cursor }));
    const answers = await talkIn(revision, shop, messages, { pageSize: 2 });
    const expected = { code: -32602, message: 'Invalid cursor' };
    expect(answers.map(({ error }) => error as unknown)).toEqual([expected, expected, expected, expected]);
  });

  test.each([
    ['nothing', {}, []],
    ['changes of prompts', { listChanged: ['prompts'] as const }, ['notifications/prompts/list_changed']],
    [
      'changes',
      { listChanged: ['tools', 'prompts', 'resources'] as const },
      [
        'notifications/tools/list_changed',
        'notifications/prompts/list_changed',
        'notifications/resources/list_changed',
      ],
    ],
  ])('a server that declares %s sends just that', async (_, declared, expected) => {
    const definition = { ...five, capabilities: { ...five.capabilities, ...declared } };
    const server = serveControlled({ definition, handlers: shop.handlers });
    const notifications = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
    const hello = isModern(revision)
      ? [ask(revision, 0, 'subscriptions/listen', { notifications })]
      : [initialize(0, revision), { jsonrpc: '2.0', method: 'notifications/initialized' }];
    await server.ask(...hello);
    const { control } = server;
    control.tools.disable('a');
    control.prompts.disable('a');
    control.resources.disable('app://a');
    control.resources.updated('app://b');
    const messages = await server.end();
    const sent = messages.flatMap(({ method }) =>
      /list_changed|updated/u.test(String(method)) ? [method as string] : [],
    );
    expect(sent).toEqual(expected);
    expect(messages.filter((message) => 'method' in message && 'id' in message)).toEqual([]);
  });
});
