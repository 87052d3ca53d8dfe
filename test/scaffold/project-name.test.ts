import { expect, test } from 'vitest';
import { deriveName, deriveTitle, explainName } from '../../generator/tools/scaffold/project-name.js';

test.each(['a', 'shop', 'my-shop_2.0', '0', 'console', 'com', 'com10'])('%j is a name', (name) => {
  expect(explainName(name)).toBeUndefined();
});

test.each(['', 'A', 'a ', '.a', 'a.', '-a', 'a/b', 'a\\b', '..', 'con', 'con.x', 'com1', 'typescript', 'é', 'a\n'])(
  '%j is no name',
  (name) => {
    expect(explainName(name)).toBeTypeOf('string');
  },
);

test.each([
  ['My Shop', 'my-shop'],
  ['Ünïcode Ñame', 'unicode-name'],
  ['.hidden', 'hidden'],
  ['a--b', 'a--b'],
  ['x'.repeat(100), 'x'.repeat(64)],
  ['日本', undefined],
  ['', undefined],
  ['CON', undefined],
])('a folder %j suggests %j', (folder, name) => {
  expect(deriveName(folder)).toBe(name);
});

test('a name suggests a title', () => {
  expect(deriveTitle('my-shop_2.0')).toBe('My shop 2 0');
});
