import { expect, test } from 'vitest';
import { read } from '../definitions/diagnose.js';

async function readAllowed(allow: readonly string[], ofServer?: readonly string[], mode = 'code') {
  const paths = { '/v1/items': { get: { operationId: 'items/list', tags: ['items'] }, post: { operationId: 'add' } } };
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths };
  const { diagnostics } = await read({
    'definitions/things.json': JSON.stringify(document),
    'definitions/server.mcp.json': JSON.stringify({
      server: { name: 's', version: '1', ...(ofServer && { mode: 'code', code: { allow: ofServer } }) },
      openapi: { things: { document: './things.json', mode, code: { allow } } },
    }),
  });
  return diagnostics
    .filter(({ code }) => code === 'unmatched-filter')
    .map(({ code, message, help }) => [code, message, help]);
}

test('filters of code.allow that match something have no warning', async () => {
  const allow = [
    'all',
    'read-only',
    'tag:items',
    'toolset:items',
    'method:GET',
    'path:/v1/*',
    'operation:items/*',
    'a*',
  ];
  expect(await readAllowed(allow)).toEqual([]);
});

test('filters of code.allow that match nothing have one, with what is like them', async () => {
  expect(await readAllowed(['tag:item', 'operation:items/lst', 'path:/*', 'method:delete'])).toEqual([
    ['unmatched-filter', 'No operation matches `tag:item`.', 'did you mean `tag:items`?'],
    ['unmatched-filter', 'No operation matches `operation:items/lst`.', 'did you mean `operation:items/list`?'],
    ['unmatched-filter', 'No operation matches `path:/*`.', undefined],
    ['unmatched-filter', 'No operation matches `method:delete`.', undefined],
  ]);
});

test('filters of code.allow of an API that lists its tools are checked, too', async () => {
  expect(await readAllowed(['read-only', 'operation:items/*', 'ads'], undefined, 'tools')).toEqual([
    ['unmatched-filter', 'No operation matches `ads`.', 'did you mean `operation:add`?'],
  ]);
});

test('filters of code.allow of a server that match no tool have a warning, too', async () => {
  expect(await readAllowed(['all'], ['read-only', 'add', 'tag:items', 'method:post', 'ad*'])).toEqual([]);
  expect(await readAllowed(['all'], ['ads', 'method:delete'])).toEqual([
    ['unmatched-filter', 'No tool matches `ads`.', 'did you mean `operation:add`?'],
    ['unmatched-filter', 'No tool matches `method:delete`.', undefined],
  ]);
});

test('a method in code.allow of a server whose API lists its tools has a warning that says where methods count', async () => {
  const { diagnostics } = await read({
    'definitions/server.mcp.json': JSON.stringify({
      server: { name: 's', version: '1', mode: 'code', code: { allow: ['method:get', 'one'] } },
      tools: { one: { description: 'One.' } },
    }),
  });
  expect(diagnostics.map(({ message, help }) => [message, help])).toEqual([
    [
      'No tool matches `method:get`.',
      'Only operations of an API with `mode: discover` or `mode: code` have a method and a path.',
    ],
  ]);
});
