import { expect, test } from 'vitest';
import { upgradeCommands } from '../../generator/tools/upgrade/upgrade-commands.js';

const place = { file: 'README.md', isGenerated: (folder: string) => folder === 'generated' };
const upgrade = (text: string) => upgradeCommands(text, place);

test.each([
  ['npx create-mcp-from-schema generate --out gen', 'npx create-mcp-from-schema generate --generated gen'],
  [
    'create-mcp-from-schema build --out=gen && cp --out x',
    'create-mcp-from-schema build --generated=gen && cp --out x',
  ],
  ['create-mcp-from-schema docs --to site', 'create-mcp-from-schema docs --out site'],
  [
    'create-mcp-from-schema docs --out generated --to site',
    'create-mcp-from-schema docs --generated generated --out site',
  ],
  ['create-mcp-from-schema package npm --to "my packages"', 'create-mcp-from-schema package npm --out "my packages"'],
  ['create-mcp-from-schema shop --sample library', 'create-mcp-from-schema shop --template library'],
  ['npm create mcp-from-schema shop --sample library', 'npm create mcp-from-schema shop --sample library'],
  [
    'npx create-mcp-from-schema@0.3.0 generate --artifacts mcp',
    'npx create-mcp-from-schema@0.3.0 generate --botserver-artifacts mcp',
  ],
  ['create-mcp-from-schema connect --inspect', 'create-mcp-from-schema connect --inspector'],
  ['create-mcp-from-schema inspect --ui https://a.example/mcp', 'create-mcp-from-schema ui https://a.example/mcp'],
  ["create-mcp-from-schema inspect --ui='node x.js' # page", "create-mcp-from-schema ui 'node x.js' # page"],
  [
    'create-mcp-from-schema generate \\\n    --allow-remote a.com',
    'create-mcp-from-schema generate \\\n    --allow-host a.com',
  ],
  ['["create-mcp-from-schema", "dev", "--out", "gen"]', '["create-mcp-from-schema", "dev", "--generated", "gen"]'],
  ['args: [create-mcp-from-schema]', 'args: [create-mcp-from-schema]'],
  [
    '`create-mcp-from-schema generate --out gen` and `--out`',
    '`create-mcp-from-schema generate --generated gen` and `--out`',
  ],
  [
    '{"a": "create-mcp-from-schema docs --to \\"a b\\" --url x"}',
    '{"a": "create-mcp-from-schema docs --out \\"a b\\" --url x"}',
  ],
  ['other-tool generate --out gen', 'other-tool generate --out gen'],
  ['create-mcp-from-schema docs --out site', 'create-mcp-from-schema docs --out site'],
])('%s', (before, after) => {
  expect(upgrade(before)).toEqual({ text: after, manual: [] });
  expect(upgrade(after)).toEqual({ text: after, manual: [] });
});

test('an option before its command is left to the user', () => {
  const text = 'Try this:\n  create-mcp-from-schema --ui x inspect\n';
  expect(upgrade(text)).toEqual({
    text,
    manual: [
      {
        file: 'README.md',
        line: 2,
        column: 3,
        fix: 'Write `create-mcp-from-schema ui <server>` instead of `inspect --ui <server>`.',
      },
    ],
  });
});
