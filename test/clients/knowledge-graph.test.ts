import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { unlikeKinds, type ConnectedClient } from './client-kinds.js';

const ada = { name: 'Ada', entityType: 'person', observations: ['writes programs'] };
const engine = { name: 'Engine', entityType: 'machine', observations: [] };
const programs = { from: 'Ada', to: 'Engine', relationType: 'programs' };

describe.each(unlikeKinds)('knowledge-graph, $name', ({ connect }) => {
  let folder: string;
  let client: ConnectedClient;

  beforeAll(async () => {
    folder = makeFolder();
    client = await connect('dist/knowledge-graph/server.mjs', { MEMORY_FILE_PATH: path.join(folder, 'memory.jsonl') });
    await client.listTools();
  });

  afterAll(async () => {
    const { exitCode, survivors } = await client.close();
    expect({ exitCode, survivors }).toEqual({ exitCode: 0, survivors: [] });
  });

  test('lists its tools', async () => {
    const { tools } = (await client.listTools()) as { tools: readonly { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual([
      'create_entities',
      'create_relations',
      'add_observations',
      'delete_entities',
      'delete_observations',
      'delete_relations',
      'read_graph',
      'search_nodes',
      'open_nodes',
    ]);
  });

  test('remembers', async () => {
    expect(await client.callTool('create_entities', { entities: [ada, engine] })).toMatchObject({
      structuredContent: { entities: [ada, engine] },
    });
    expect(await client.callTool('create_relations', { relations: [programs] })).toMatchObject({
      structuredContent: { relations: [programs] },
    });
    const graph = { entities: [ada, engine], relations: [programs] };
    expect(await client.callTool('read_graph', {})).toMatchObject({ structuredContent: graph });
    expect(await client.readResource('memory://knowledge-graph')).toMatchObject({
      contents: [
        { uri: 'memory://knowledge-graph', mimeType: 'application/json', text: JSON.stringify(graph, null, 2) },
      ],
    });
  });

  test('says what is wrong', async () => {
    expect(await client.callTool('create_entities', { entities: [{ name: 'Ada' }] })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('entities[0].entityType: is required') as string }],
    });
    expect(
      await client.callTool('add_observations', { observations: [{ entityName: 'Bob', contents: [] }] }),
    ).toMatchObject({ isError: true, content: [{ text: 'Entity with name Bob not found' }] });
  });
});
