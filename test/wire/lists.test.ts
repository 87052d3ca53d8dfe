import { describe, expect, test } from 'vitest';
import type { ServerDefinition } from '../../runtime/index.js';
import { makeDefinition, makeHandlers, makeTool } from './fixture-server.js';
import { ask, talkIn } from './revision-client.js';
import { request, talk, type Subject, type Wire } from './wire.js';

const icons = '[{"src":"https://x.example/i.png"}]';

const rich: ServerDefinition = makeDefinition({
  capabilities: { prompts: true, resources: true },
  tools: [
    makeTool('find', {
      fields: {
        title: '"Find"',
        description: '"Finds."',
        inputSchema: '{"type":"object","properties":{"9":true,"1":{}}}',
        outputSchema: '{"type":"array"}',
        annotations: '{"readOnlyHint":true}',
        icons,
        _meta: '{"a":1}',
        'x-own': '[1]',
      },
      legacyFields: {
        inputSchema: '{"type":"object","properties":{"9":{},"1":{}}}',
        outputSchema: '{"type":"object","properties":{"result":{"type":"array"}}}',
      },
      wrapsLegacyOutput: true,
    }),
  ],
  prompts: [
    {
      name: 'ask',
      fields: {
        title: '"Ask"',
        description: '"Asks."',
        arguments: '[{"name":"q","title":"Question","required":true}]',
        icons,
        _meta: '{"a":1}',
      },
      arguments: [{ name: 'q', title: 'Question', required: true }],
    },
    { name: 'plain', fields: {}, arguments: [] },
  ],
  resources: [
    {
      uri: 'app://r',
      fields: {
        name: '"r"',
        title: '"R"',
        mimeType: '"text/plain"',
        size: '3',
        annotations: '{"priority":1,"lastModified":"2025-01-12T15:00:58Z"}',
        icons,
        _meta: '{"a":1}',
      },
    },
    { uri: 'app://s', fields: { name: '"s"', annotations: '{"lastModified":"2025-01-12T15:00:58Z"}' } },
  ],
  resourceTemplates: [
    {
      uriTemplate: 'app://t/{id}',
      fields: { name: '"t"', title: '"T"', icons, _meta: '{"a":1}' },
      matcher: { pattern: /^app:\/\/t\/([^/]*)$/u, path: [{ name: 'id' }], query: [] },
    },
  ],
});
const nothing = (): undefined => undefined;
const subject: Subject = {
  definition: rich,
  handlers: makeHandlers({
    tools: { find: nothing },
    prompts: { ask: nothing, plain: nothing },
    resources: { 'app://r': nothing, 'app://s': nothing },
    resourceTemplates: { 'app://t/{id}': nothing },
  }),
};

async function listAll(revision: string): Promise<readonly Wire[]> {
  const methods = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'];
  const asked = methods.map((method, index) => ask(revision, index, method));
  return (await talkIn(revision, subject, asked)).map(({ result }) => result as Wire);
}

/** Names of the fields of the first entry. */
function fieldsOf(result: Wire | undefined, list: string): string {
  return Object.keys(result?.[list][0] as object).join(' ');
}

describe('what each revision gets of a descriptor', () => {
  test.each([
    [
      '2024-11-05',
      'name description inputSchema x-own',
      'name description arguments',
      'uri name mimeType size annotations',
      'uriTemplate name',
    ],
    [
      '2025-03-26',
      'name description inputSchema annotations x-own',
      'name description arguments',
      'uri name mimeType size annotations',
      'uriTemplate name',
    ],
    [
      '2025-06-18',
      'name title description inputSchema outputSchema annotations _meta x-own',
      'name title description arguments _meta',
      'uri name title mimeType size annotations _meta',
      'uriTemplate name title _meta',
    ],
    [
      '2025-11-25',
      'name title description inputSchema outputSchema annotations icons _meta x-own',
      'name title description arguments icons _meta',
      'uri name title mimeType size annotations icons _meta',
      'uriTemplate name title icons _meta',
    ],
    [
      '2026-07-28',
      'name title description inputSchema outputSchema annotations icons _meta x-own',
      'name title description arguments icons _meta',
      'uri name title mimeType size annotations icons _meta',
      'uriTemplate name title icons _meta',
    ],
  ])('%s', async (revision, tool, prompt, resource, template) => {
    const [tools, prompts, resources, templates] = await listAll(revision);
    expect(fieldsOf(tools, 'tools')).toBe(tool);
    expect(fieldsOf(prompts, 'prompts')).toBe(prompt);
    expect(fieldsOf(resources, 'resources')).toBe(resource);
    expect(fieldsOf(templates, 'resourceTemplates')).toBe(template);
    const isOld = revision < '2025-06-18';
    expect(prompts?.['prompts'][0].arguments).toEqual([
      isOld ? { name: 'q', required: true } : { name: 'q', title: 'Question', required: true },
    ]);
    expect(prompts?.['prompts'][1]).toEqual({ name: 'plain', arguments: [] });
    expect(resources?.['resources'][0].annotations).toEqual(
      isOld ? { priority: 1 } : { priority: 1, lastModified: '2025-01-12T15:00:58Z' },
    );
    expect(resources?.['resources'][1]).toEqual(
      isOld
        ? { uri: 'app://s', name: 's' }
        : { uri: 'app://s', name: 's', annotations: { lastModified: '2025-01-12T15:00:58Z' } },
    );
    expect(tools?.['tools'][0].inputSchema.properties).toEqual(
      revision === '2026-07-28' ? { 9: true, 1: {} } : { 9: {}, 1: {} },
    );
  });

  test('schemas are lowered for legacy revisions', async () => {
    const [legacyTools] = await listAll('2025-11-25');
    expect(legacyTools?.['tools'][0].outputSchema).toEqual({
      type: 'object',
      properties: { result: { type: 'array' } },
    });
    const [modernTools] = await listAll('2026-07-28');
    expect(modernTools?.['tools'][0].outputSchema).toEqual({ type: 'array' });
  });

  test('only modern results have an envelope and cache hints (2026-07-28 server/utilities/caching)', async () => {
    const [legacyTools] = await listAll('2025-11-25');
    expect(Object.keys(legacyTools ?? {})).toEqual(['tools']);
    for (const result of await listAll('2026-07-28')) {
      expect(result).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'public' });
      expect(result['_meta']).toEqual({ 'io.modelcontextprotocol/serverInfo': { name: 'fixture', version: '1.2.3' } });
    }
  });
});

describe('pagination (2026-07-28 server/utilities/pagination)', () => {
  const names = ['d', 'b', 'ünï cödé/?+', 'a', 'c'];
  const many: Subject = {
    definition: makeDefinition({
      tools: names.map((name) => makeTool(name)),
      prompts: [{ name: 'd', fields: {}, arguments: [] }],
    }),
    handlers: makeHandlers({
      tools: Object.fromEntries(names.map((name) => [name, nothing])),
      prompts: { d: nothing },
    }),
  };

  async function page(cursor: unknown, pageSize: number): Promise<Wire> {
    const [answer] = await talk(many, [request(1, 'tools/list', { cursor })], { pageSize });
    return answer ?? {};
  }

  test('a cursor between two pages, which a client may invent, begins a page there', async () => {
    const cursor = Buffer.from('tools d').toString('base64url');
    for (let time = 0; time < 2; time += 1) {
      const { result } = await page(cursor, 3);
      expect(result.tools.map(({ name }: Wire) => name as string)).toEqual(['b', 'ünï cödé/?+', 'a']);
      expect(Buffer.from(result.nextCursor as string, 'base64url').toString()).toBe('tools a');
    }
  });

  test('an entry that is larger than a page has one of its own', async () => {
    const [answer] = await talk(many, [request(1, 'tools/list')], { pageBytes: 1 });
    expect(answer?.['result'].tools).toHaveLength(1);
    expect(answer?.['result'].nextCursor).toBeDefined();
  });

  test('a page has 2 MiB by default', async () => {
    const fields = { description: JSON.stringify('d'.repeat(1000)), inputSchema: '{"type":"object"}' };
    const tools = Array.from({ length: 3000 }, (_, index) => makeTool(`tool_${1000 + index}`, { fields }));
    const handlers = makeHandlers({ tools: Object.fromEntries(tools.map(({ name }) => [name, () => ''])) });
    const [answer] = await talk({ definition: makeDefinition({ tools }), handlers }, [request(1, 'tools/list')]);
    const { tools: listed, nextCursor }: Wire = answer?.['result'] ?? {};
    const bytes = JSON.stringify(listed).length;
    expect([bytes <= 2_097_152 + 2, bytes > 2_096_000]).toEqual([true, true]);
    expect(Buffer.from(nextCursor as string, 'base64url').toString()).toBe(`tools ${listed.at(-1).name}`);
  });
});
