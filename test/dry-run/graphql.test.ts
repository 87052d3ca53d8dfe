import { expect, test } from 'vitest';
import { useRecordingServer } from '../forward/recording-server.js';
import { askServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';

const api = useRecordingServer();

test('a mutation is described, and its log line tells that it was a dry run', async () => {
  const project = await createProject({
    'definitions/shop.mcp.yaml': `
server: { name: shop, version: 1.0.0 }
graphql:
  orders:
    endpoint: https://api.example.com/graphql
    schema: ./schema.graphql
    operations: ./orders.graphql
    auth: { type: http, scheme: bearer, variable: ORDERS_TOKEN }
    tools: { deleteOrder: { dryRun: true } }
`,
    'definitions/schema.graphql': 'type Query { a: Int } type Mutation { "Deletes." deleteOrder(id: Int!): Boolean }',
    'definitions/orders.graphql': '# Deletes an order.\nmutation deleteOrder($id: Int!) { deleteOrder(id: $id) }',
  });
  const asked = await askServer(
    await project.bundle(),
    { carrier: 'stdio', revision: '2026-07-28' },
    { environment: { SHOP__ORDERS__BASE_URL: api.url, MCP_LOG_REQUESTS: '1', MCP_LOG: 'json' } },
  );
  const { result } = await asked.call('deleteOrder', { id: 3, dryRun: true });
  const { request } = (result.structuredContent ?? {}) as { readonly request?: { readonly body: string } };
  expect(result).toMatchObject({
    structuredContent: { dryRun: true, request: { method: 'POST' } },
    _meta: { 'create-mcp-from-schema/dryRun': true },
  });
  expect(JSON.parse(request?.body ?? '{}')).toMatchObject({ operationName: 'deleteOrder', variables: { id: 3 } });
  expect(api.requests).toEqual([]);
  expect(await asked.close()).toContain('"dry_run":true');
});
