import { expect, test } from 'vitest';
import { serverFile } from '../../generator/scaffold/source/print-definition.js';

const identity = { name: 'shop', title: 'Shop', description: 'Sells.' };

test.each([
  ['nothing', [], 'shop.mcp.yaml'],
  ['a file of its name', ['Shop.mcp.yaml'], 'shop-server.mcp.yaml'],
  ['files of both names', ['shop.mcp.yaml', 'shop-server.mcp.yaml'], 'shop-server-server.mcp.yaml'],
])('the definition of the server writes over no other one: %s', (_, paths, expected) => {
  const others = paths.map((path) => ({ path, content: '' }));
  expect(serverFile(identity, others).path).toBe(expected);
});
