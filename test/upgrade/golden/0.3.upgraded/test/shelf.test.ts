import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestServer, type ResponseScript, compareProtocolVersions } from 'create-mcp-from-schema/testing';
import { project } from '../generated/test-project.ts';

const answers: ResponseScript = { lend_book: { action: 'decline' } };

test('a book is lent', async () => {
  const server = await openTestServer(project, { responses: {}, withoutCapabilities: ['elicitation'] });
  const opened = await openTestServer(project, { responses: answers });
  assert.deepEqual((await server.tools.find_books({ query: 'Dune M' })).structured, { titles: ['Dune Messiah'] });
  await Promise.all([server.close(), opened.close()]);
  assert.equal(typeof compareProtocolVersions, 'function');
});
