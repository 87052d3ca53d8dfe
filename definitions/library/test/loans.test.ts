import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestServer } from 'create-mcp-from-schema/testing';
import { project } from '../../../generated/library/test-project.ts';

const dune = {
  isbn: '9780441172719',
  title: 'Dune',
  author: 'Frank Herbert',
  due: '2027-01-31',
  lentTo: 'Ada Lovelace',
};

/** Caller as identified by an access token. */
function tokenOf(subject: string, name: string) {
  return { principal: `https://login.example ${subject}`, subject, claims: { name } };
}

test('readers see their own loans', async (t) => {
  process.env['LIBRARY__CATALOGUE__TOKEN'] = 'token';
  t.mock.method(globalThis, 'fetch', async () => Response.json(dune));
  const ada = await openTestServer(project, { auth: tokenOf('ada', 'Ada Lovelace') });
  const grace = await openTestServer(project, { auth: tokenOf('grace', 'Grace Hopper') });
  await ada.tools.borrow_book({ isbn: dune.isbn });
  assert.deepEqual((await ada.tools.list_loans()).structured, { reader: 'Ada Lovelace', loans: [dune] });
  assert.deepEqual((await grace.tools.list_loans()).structured, { reader: 'Grace Hopper', loans: [] });
  assert.equal((await ada.resourceTemplates['library://loans/{isbn}']({ isbn: dune.isbn })).text, JSON.stringify(dune));
  await assert.rejects(grace.resourceTemplates['library://loans/{isbn}']({ isbn: dune.isbn }), {
    name: 'RequestError',
  });
  await assert.rejects(grace.tools.return_book({ isbn: dune.isbn }), { message: 'You have not borrowed this book.' });
  await assert.rejects(ada.tools.borrow_book({ isbn: dune.isbn }), { name: 'ToolError' });
  await ada.close();
  await grace.close();
});

test('a copy that the catalogue does not lend takes no place', async (t) => {
  process.env['LIBRARY__CATALOGUE__TOKEN'] = 'token';
  const message = 'All copies of Dune are lent.';
  t.mock.method(globalThis, 'fetch', async () => Response.json({ message }, { status: 409 }));
  const server = await openTestServer(project, { auth: tokenOf('mary', 'Mary Shelley') });
  await assert.rejects(server.tools.borrow_book({ isbn: dune.isbn }), new RegExp(message));
  assert.deepEqual((await server.tools.list_loans()).structured.loans, []);
  await server.close();
});
