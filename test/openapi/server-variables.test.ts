import { expect, test } from 'vitest';
import { documentOf, readApi } from './read-api.js';

async function readServer(server: object) {
  const { apis, diagnostics } = await readApi(documentOf({ get: { operationId: 'a' } }, { servers: [server] }));
  return { server: apis[0].server, diagnostics };
}

test('a variable whose default is none of its values takes that one, too', async () => {
  const variables = { region: { default: 'eu', enum: ['us', 'asia'] } };
  const { server, diagnostics } = await readServer({ url: 'https://{region}.example.com', variables });
  expect(server.variables.region).toEqual({ default: 'eu', environment: 'API_REGION', enum: ['eu', 'us', 'asia'] });
  expect(diagnostics).toEqual(['invalid-api 19:22']);
});

test('a variable that is not described is told of', async () => {
  const { server, diagnostics } = await readServer({ url: 'https://{region}.example.com' });
  expect(server).toEqual({ url: 'https://{region}.example.com', environment: 'API_BASE_URL' });
  expect(diagnostics).toEqual(['invalid-api 16:14']);
});

test('a variable without a default has its first value, and numbers are texts', async () => {
  const variables = { port: { enum: [8443, 443] } };
  const { server, diagnostics } = await readServer({ url: 'https://example.com:{port}', variables });
  expect(server.variables.port).toEqual({ default: '8443', environment: 'API_PORT', enum: ['8443', '443'] });
  expect(diagnostics).toEqual([]);
});
