import fc from 'fast-check';
import { parse, type ParseError } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { hasEntry, removeEntry, setEntry } from '../../generator/outputs/connect/edit-configuration.js';

const json = { format: 'json', key: 'mcpServers' } as const;
const yaml = { format: 'yaml', key: 'extensions' } as const;
const toml = { format: 'toml', key: 'mcp_servers' } as const;
const entry = { command: 'node', args: ['a.mjs'] };

describe('JSON', () => {
  const settings = `// my settings
{
\t"theme": "dark", /* I like it */
\t"mcpServers": {
\t\t// the other one
\t\t"other": { "command": "x" }, // keep
\t},
}
`;
  const connected = `// my settings
{
\t"theme": "dark", /* I like it */
\t"mcpServers": {
\t\t// the other one
\t\t"other": { "command": "x" }, // keep
\t\t"shop": {
\t\t\t"command": "node",
\t\t\t"args": [
\t\t\t\t"a.mjs"
\t\t\t]
\t\t},
\t},
}
`;

  test('gets a server next to others, once; comments, tabs and trailing commas stay, and all is as before without it', () => {
    expect(setEntry(json, settings, 'shop', entry)).toBe(connected);
    expect(setEntry(json, connected, 'shop', entry)).toBe(connected);
    expect(removeEntry(json, connected, 'shop')).toBe(settings);
    expect(removeEntry(json, settings, 'shop')).toBe(settings);
  });

  test.each([
    ['', '{\n  "mcpServers": {\n    "shop": {\n      "url": "u"\n    }\n  }\n}\n'],
    ['{}', '{\n  "mcpServers": {\n    "shop": {\n      "url": "u"\n    }\n  }\n}'],
    ['{ "a": 1 }', '{ "a": 1, "mcpServers": {"shop":{"url":"u"}} }'],
    [
      '{\r\n    "a": 1 // one\r\n}',
      '{\r\n    "a": 1, // one\r\n    "mcpServers": {\r\n        "shop": {\r\n            "url": "u"\r\n        }\r\n    }\r\n}',
    ],
    ['\uFEFF{"mcpServers":{}}', '\uFEFF{"mcpServers":{\n  "shop": {\n    "url": "u"\n  }\n}}'],
    [
      '{\n  "mcpServers": {\n    // none yet\n  }\n}\n',
      '{\n  "mcpServers": {\n    // none yet\n    "shop": {\n      "url": "u"\n    }\n  }\n}\n',
    ],
  ])('%j gets a server', (before, after) => {
    expect(setEntry(json, before, 'shop', { url: 'u' })).toBe(after);
  });

  test('keeps what the user has added to a server of the same kind', () => {
    const before = `{
  "mcpServers": {
    "shop": {
      "command": "/old/node", // by hand
      "args": ["old.mjs"],
      "env": { "DEBUG": "1" },
      "disabled": true
    }
  }
}
`;
    expect(setEntry(json, before, 'shop', { command: 'node', args: ['a.mjs'] }, { disabled: false })).toBe(`{
  "mcpServers": {
    "shop": {
      "command": "node", // by hand
      "args": [
        "a.mjs"
      ],
      "env": { "DEBUG": "1" },
      "disabled": true
    }
  }
}
`);
  });

  test('loses the fields of the other way to reach a server', () => {
    const before =
      '{ "mcpServers": { "shop": { "type": "stdio", "command": "node", "args": [], "env": {}, "timeout": 9 } } }';
    const after = setEntry(json, before, 'shop', { url: 'u' });
    expect(JSON.parse(after)).toEqual({ mcpServers: { shop: { timeout: 9, url: 'u' } } });
  });

  test.each([
    ['{ "mcpServers": ', 'not valid JSON (line 1'],
    ['{\n"a": 1\n"b": 2 }', 'not valid JSON (line 3'],
    ['[]', 'not contain a JSON object'],
    ['{ "mcpServers": [] }', 'its `mcpServers` is not an object'],
  ])('%j is refused', (before, reason) => {
    expect(() => setEntry(json, before, 'shop', entry)).toThrow(reason);
    expect(hasEntry(json, before, 'shop')).toBe(false);
  });

  test('keeps its meaning through any change, and its text through set and remove', () => {
    const key = fc.constantFrom('a', 'b', 'shop', 'mcpServers');
    const value = fc.oneof(fc.integer(), fc.string(), fc.constant([]), fc.dictionary(key, fc.string(), { maxKeys: 2 }));
    const servers = fc.dictionary(fc.constantFrom('a', 'b', '"c,}'), value, { maxKeys: 3 });
    const root = fc.record({ x: value, mcpServers: servers, y: value }, { requiredKeys: [] });
    const comments = fc.array(fc.constantFrom('', '', ' // c, }', ' /* "d": */'), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(root, comments, fc.constantFrom(1, 2, 4, '\t'), fc.boolean(), (plain, notes, indent, hasComma) => {
        let line = 0;
        let text = JSON.stringify(plain, undefined, indent).replaceAll(/$/gmu, () => notes[line++ % 3] ?? '');
        if (hasComma) text = text.replaceAll(/(["\d\]}])((?: \/\/ c, \}| \/\* "d": \*\/)?\n\s*\})/gu, '$1,$2');
        const errors: ParseError[] = [];
        parse(text, errors, { allowTrailingComma: true });
        fc.pre(errors.length === 0);
        const after = setEntry(json, text, 'shop', entry);
        const read = (one: string): unknown => parse(one, [], { allowTrailingComma: true });
        expect(read(after)).toEqual({ ...plain, mcpServers: { ...plain.mcpServers, shop: entry } });
        expect(setEntry(json, after, 'shop', entry)).toBe(after);
        const removed = removeEntry(json, after, 'shop');
        expect(read(removed)).toEqual({ ...plain, mcpServers: { ...plain.mcpServers } });
        expect(removed.match(/\/\/ c, \}|\/\* "d": \*\//gu)).toEqual(text.match(/\/\/ c, \}|\/\* "d": \*\//gu));
      }),
    );
  });
});

describe('YAML', () => {
  const config = `# Goose
GOOSE_PROVIDER:   "anthropic"   # spaces stay
extensions:
  developer:
    enabled: true
    args: [a,   b]

  memory:
    bundled: true   # yes
# the end
slash_commands: []
`;
  const shop = `  shop:
    cmd: node
    args:
      - a.mjs
    enabled: true
`;
  const connected = config.replace('# the end', `${shop}# the end`);
  const fields = { cmd: 'node', args: ['a.mjs'] };

  test('gets a server next to others; everything else stays, and is as before without it', () => {
    expect(setEntry(yaml, config, 'shop', fields, { enabled: true })).toBe(connected);
    expect(setEntry(yaml, connected, 'shop', fields, { enabled: true })).toBe(connected);
    expect(hasEntry(yaml, connected, 'shop')).toBe(true);
    expect(removeEntry(yaml, connected, 'shop')).toBe(config);
    expect(removeEntry(yaml, config, 'shop')).toBe(config);
  });

  test('keeps what the user has added', () => {
    const before =
      'extensions:\n    shop:\n        cmd: old\n        args: []\n        enabled: false\n    other: {}\n';
    expect(setEntry(yaml, before, 'shop', fields, { enabled: true })).toBe(
      'extensions:\n    shop:\n      cmd: node\n      args:\n        - a.mjs\n      enabled: false\n    other: {}\n',
    );
  });

  test.each([
    ['', 'extensions:\n  shop:\n    uri: u\n'],
    ['a: 1', 'a: 1\nextensions:\n  shop:\n    uri: u\n'],
    ['extensions:\na: 1\n', 'extensions:\n  shop:\n    uri: u\na: 1\n'],
    ['extensions: {}\r\na: 1\r\n', 'extensions:\r\n  shop:\r\n    uri: u\r\na: 1\r\n'],
  ])('%j gets a server', (before, after) => {
    expect(setEntry(yaml, before, 'shop', { uri: 'u' })).toBe(after);
  });

  test.each([
    ['a: [', 'not valid YAML (line 1)'],
    ['- a', 'not contain a YAML mapping'],
    ['extensions: []', 'its `extensions` is not a mapping'],
    ['extensions: { a: {} }', 'is written in braces'],
  ])('%j is refused', (before, reason) => {
    expect(() => setEntry(yaml, before, 'shop', { uri: 'u' })).toThrow(reason);
  });
});

describe('TOML', () => {
  const config = `model = "o9"   # spaces stay
notify = [
  "a", # ]
  '''[mcp_servers.shop]''',
]
prompt = """
[mcp_servers.shop]
command = "no"
"""

[mcp_servers.other]   # mine
command = 'x'

[projects."/me/shop"]
trust_level = "trusted"
`;
  const connected = `${config}
[mcp_servers.shop]
command = "node"
args = ["a.mjs"]
`;

  test('gets a table at its end; strings that look like one are none', () => {
    expect(hasEntry(toml, config, 'shop')).toBe(false);
    expect(setEntry(toml, config, 'shop', entry)).toBe(connected);
    expect(setEntry(toml, connected, 'shop', entry)).toBe(connected);
    expect(hasEntry(toml, connected, 'shop')).toBe(true);
  });

  test('is as before when the server is removed, with the tables in its table', () => {
    expect(removeEntry(toml, connected, 'shop')).toBe(config);
    expect(removeEntry(toml, config, 'shop')).toBe(config);
    const more =
      '[mcp_servers.shop]\nurl = "u"\n\n[mcp_servers.shop.tools.buy]\napproval_mode = "approve"\n\n# next\n[a]\nb = 1\n';
    expect(removeEntry(toml, more, 'shop')).toBe('\n# next\n[a]\nb = 1\n');
  });

  test('keeps what the user has added, and loses the fields of the other way to reach a server', () => {
    const before = `[ mcp_servers . "shop" ]
# by hand
command = "/old/node" # old
args = [
  "old.mjs",
]
startup_timeout_sec = 20

[mcp_servers.shop.tools.buy]
approval_mode = "approve"
`;
    expect(setEntry(toml, before, 'shop', entry)).toBe(`[ mcp_servers . "shop" ]
# by hand
command = "node" # old
args = ["a.mjs"]
startup_timeout_sec = 20

[mcp_servers.shop.tools.buy]
approval_mode = "approve"
`);
    expect(setEntry(toml, before, 'shop', { url: 'u', http_headers: { 'X-Key': 'k"\u007f' } }))
      .toBe(`[ mcp_servers . "shop" ]
# by hand
startup_timeout_sec = 20
url = "u"
http_headers = { X-Key = "k\\"\\u007F" }

[mcp_servers.shop.tools.buy]
approval_mode = "approve"
`);
  });

  test('keeps its line ends', () => {
    const before = 'a = 1\r\n\r\n[mcp_servers.shop]\r\ncommand = "old"\r\n';
    expect(setEntry(toml, before, 'shop', entry)).toBe(
      'a = 1\r\n\r\n[mcp_servers.shop]\r\ncommand = "node"\r\nargs = ["a.mjs"]\r\n',
    );
  });

  test.each([
    ['a = ', 'not valid TOML (line 1)'],
    ['a = "x\nb = 1', 'not valid TOML (line 1)'],
    ['a = 1\n[b', 'not valid TOML (line 2)'],
    ['a = [1,', 'not valid TOML (line 1)'],
    ['mcp_servers = { shop = {} }', 'is not written as a table'],
    ['mcp_servers.shop.command = "x"', 'is not written as a table'],
    ['[mcp_servers]\nshop = { command = "x" }', 'is not written as a table'],
    ['[[mcp_servers.shop]]\ncommand = "x"', 'it contains [mcp_servers.shop] twice'],
  ])('%j is refused', (before, reason) => {
    expect(() => setEntry(toml, before, 'shop', entry)).toThrow(reason);
  });

  test('of other servers in a table of servers is no obstacle', () => {
    const before = '[mcp_servers]\nother = { command = "x" }\n';
    expect(setEntry(toml, before, 'shop', entry)).toBe(
      `${before}\n[mcp_servers.shop]\ncommand = "node"\nargs = ["a.mjs"]\n`,
    );
  });
});
