import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { askServer, ways } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';
import { diagnose, read } from '../definitions/diagnose.js';
import { diffDefinitions } from '../diff/diff-definitions.js';
import { sdl } from './library-schema.js';
import { useAnswers } from './start-endpoint.js';

const endpointOf = (name: string, members = ''): string =>
  `  ${name}:\n    endpoint: https://${name}.example.com/graphql\n    schema: ./library.graphql\n    operations: ./${name}.graphql\n${members}`;
const operations = 'query Items($filter: Filter) { items(filter: $filter) { id title } }';
const handler = `
import type { OtherItems } from '../../generated/handlers.ts';
export const otherItems: OtherItems = async (input, context) => {
  const { items } = await context.forward({ ...input, filter: { title: 'x' } });
  return { items: items.filter((item) => item.id !== '1') };
};
`;

describe('settings of endpoints', async () => {
  let answer: unknown;
  const sent: unknown[] = [];
  const endpoint = await useAnswers(({ variables }) => {
    sent.push(variables);
    return answer;
  });
  const project = await createProject({
    'definitions/a.mcp.yaml': `server: { name: s, version: 1.0.0 }
graphql:
${endpointOf('loose', '    validateResponses: warn\n')}${endpointOf('small', '    output: { maxTokens: 500 }\n')}${endpointOf('other', '    implement: [Items]\n    tools: { Items: { title: Own } }\n')}
tools: { small_Items: { description: Takes the name. } }
`,
    'definitions/library.graphql': sdl,
    'definitions/loose.graphql': operations,
    'definitions/small.graphql': operations,
    'definitions/other.graphql': operations,
    'handlers/tools/other-items.ts': handler,
  });
  const started = askServer(await project.bundle(), ways[1]!, {
    environment: Object.fromEntries(
      ['LOOSE', 'SMALL', 'OTHER'].map((name) => [`S__${name}__BASE_URL`, endpoint.url] as const),
    ),
  });
  afterAll(async () => (await started).close());
  const list = async () => {
    const { result } = await (await started).ask('tools/list');
    return new Map((result.tools as { name: string; outputSchema?: object }[]).map((tool) => [tool.name, tool]));
  };

  test('tools of several endpoints have different names', async () => {
    expect([...(await list()).keys()]).toEqual(['small_Items', 'Items', 'Items_2', 'other_Items']);
  });

  test('with `validateResponses: warn` a value that the schema does not know is sent', async () => {
    answer = { data: { items: [{ id: 1, title: 'x' }] } };
    expect((await (await started).call('Items')).result).toMatchObject({
      structuredContent: { items: [{ id: 1, title: 'x' }] },
    });
    expect((await (await started).call('Items_2')).result).toMatchObject({ isError: true });
  });

  test('`maxTokens` truncates results that match, with a looser schema', async () => {
    answer = {
      data: { items: Array.from({ length: 500 }, (_, index) => ({ id: String(index), title: 'x'.repeat(20) })) },
    };
    const { structuredContent, content } = (await (await started).call('Items_2')).result;
    expect(structuredContent.items.length).toBeLessThan(100);
    expect(content[0].text).toContain('The result was truncated.');
    expect((await list()).get('Items_2')?.outputSchema).toHaveProperty('anyOf');
  });

  test('an implemented operation is called by its handler', async () => {
    expect(existsSync(path.join(project.folder, 'handlers/tools/items.ts'))).toBe(false);
    answer = {
      data: {
        items: [
          { id: '1', title: 'x' },
          { id: '2', title: 'y' },
        ],
      },
    };
    sent.length = 0;
    expect((await (await started).call('other_Items')).result).toMatchObject({
      structuredContent: { items: [{ id: '2', title: 'y' }] },
    });
    expect(sent).toEqual([{ filter: { title: 'x' } }]);
    expect(project.report.summary).toMatchObject({ tools: 4, declared: { graphql: 2 } });
    expect(await typeCheck(project.folder, ['generated', 'handlers/tools/other-items.ts'])).toBe('');
  });

  test('types of two endpoints with the same schema do not collide', () => {
    const types = readFileSync(path.join(project.folder, 'generated/types.ts'), 'utf8');
    expect([...types.matchAll(/export interface (\w*Filter)/gu)].map(([, name]) => name)).toHaveLength(3);
  });
});

test('`diff` compares operations like other tools', async () => {
  const version = (schema: string, document: string) => ({
    'definitions/a.mcp.yaml': `server: { name: s, version: 1.0.0 }\ngraphql:\n${endpointOf('q')}`,
    'definitions/library.graphql': schema,
    'definitions/q.graphql': document,
  });
  const get = '# Gets it.\nquery Get($id: ID) { get(id: $id) { name } }';
  const old = version('type Query { get(id: ID): T } type T { name: String! }', `${get} query Gone { get { name } }`);
  const recent = version('type Query { get(id: ID): T } type T { name: String }', get.replace('ID)', 'ID!)'));
  const { changes } = await diffDefinitions(old, recent);
  expect(changes.map(({ rule, clients }) => `${rule} ${clients}`).toSorted()).toEqual([
    'property-now-required breaking',
    'tool-removed breaking',
    'type-narrowed breaking',
    'type-widened breaking',
  ]);
});

test('callers of an endpoint need to be known where calls are on their behalf', async () => {
  const auth = '    auth: { consent: { issuer: https://login.example.com, clientId: shop } }\n';
  const found = await diagnose({
    'definitions/a.mcp.yaml': `server: { name: s, version: 1.0.0 }\ngraphql:\n${endpointOf('library', auth)}`,
    'definitions/library.graphql': sdl,
  });
  expect(found.some((line) => line.startsWith('invalid-auth'))).toBe(true);
});

test('names fit the limits of clients', async () => {
  const name = `Q${'x'.repeat(90)}`;
  const { resolved, diagnostics } = await read({
    'definitions/a.mcp.yaml': `server: { name: s, version: 1.0.0 }\ngraphql:\n${endpointOf('a')}`,
    'definitions/library.graphql': sdl,
    'definitions/a.graphql': `query ${name} { broken { name } }`,
  });
  expect(diagnostics).toEqual([]);
  expect(resolved.model.tools.map((tool) => tool.name)).toEqual([expect.stringMatching(/^Qx{54}_[0-9a-f]{8}$/u)]);
});
