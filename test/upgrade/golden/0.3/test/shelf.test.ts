import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, type AnswerScript, compareEras } from 'create-mcp-from-schema/testing';
import { project } from '../generated/project.ts';

const answers: AnswerScript = { lend_book: { action: 'decline' } };

test('a book is lent', async () => {
  const server = await open(project, { answers: {}, without: ['elicitation'] });
  const opened = await open(project, { answers });
  assert.deepEqual((await server.tools.find_books({ query: 'Dune M' })).structured, { titles: ['Dune Messiah'] });
  await Promise.all([server.close(), opened.close()]);
  assert.equal(typeof compareEras, 'function');
});
