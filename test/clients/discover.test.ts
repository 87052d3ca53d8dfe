import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { shelfFiles, startShelf } from '../openapi/shelf-api.js';
import { unlikeKinds, type ConnectedClient } from './client-kinds.js';

const project = await createProject(shelfFiles('mode: discover\nprefix: shelf_'));
const server = await project.bundle();
const api = await startShelf();

afterAll(() => api.close());

describe.each(unlikeKinds)('operations that are discovered, $name', ({ era, connect }) => {
  let client: ConnectedClient;

  beforeEach(async () => {
    client = await connect(server, { ...api.environment, MCP_TOOLSETS: 'books' });
  });

  afterEach(async () => {
    expect(await client.close()).toMatchObject({ exitCode: 0, survivors: [] });
  });

  test('are found, described and called', async () => {
    const names = ['shelf_search_operations', 'shelf_describe_operation', 'shelf_call_operation'];
    expect(await client.listTools()).toMatchObject({ tools: names.map((name) => ({ name })) });
    const [search = '', describeTool = '', call = ''] = names;
    expect(await client.callTool(search, { query: 'list books', limit: 1 })).toMatchObject({
      structuredContent: { total: 4, operations: [{ operation: 'shelf_listBooks' }] },
    });
    const described = (await client.callTool(describeTool, { operation: 'shelf_listBooks' })) as {
      readonly content: readonly { readonly text: string }[];
    };
    expect(JSON.parse(described.content[0]?.text ?? '')).toMatchObject({
      operation: 'shelf_listBooks',
      inputSchema: { type: 'object', properties: { by_author: { type: 'string' } } },
    });
    const books = [{ isbn: '1', title: 'Dune' }];
    expect(await client.callTool(call, { operation: 'shelf_listBooks', arguments: { limit: 3 } })).toMatchObject({
      structuredContent: era === 'modern' ? books : { result: books },
    });
    expect(await client.callTool(call, { operation: 'shelf_listBooks', arguments: { limit: 51 } })).toMatchObject({
      isError: true,
    });
    expect(await client.callTool(call, { operation: 'shelf_getBook', arguments: { isbn: '0' } })).toMatchObject({
      isError: true,
    });
  });
});
