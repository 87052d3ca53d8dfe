import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { clients, officialClients, titleOf } from './clients.mjs';

const page = readFileSync(path.resolve(import.meta.dirname, 'README.md'), 'utf8').replaceAll('\r\n', '\n');
const block = /<!-- clients -->\n([^]*)<!-- \/clients -->/u.exec(page)?.[1] ?? '';
const [head = [], , ...rows] = block
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/gu, '').trim()));

test('the table in README.md has a row for each way of each pinned client', () => {
  const titles = clients.flatMap((client) => client.ways.map((way) => titleOf(client, way)));
  expect(rows.map(([client, connection]) => [client, connection])).toEqual(titles);
  for (const [name, version] of Object.entries(officialClients)) expect(page).toContain(`\`${name}\` ${version}`);
  expect(clients.map(({ name }) => name)).toEqual([
    '@ai-sdk/mcp',
    '@langchain/mcp-adapters',
    '@openai/agents',
    '@mastra/mcp',
    '@anthropic-ai/sdk',
    'mcp-use',
    'mcp-remote',
    'mcp-proxy',
    'supergateway',
  ]);
});

test('each cell of the table says what came out, and what is not ✓ has a footnote', () => {
  expect(head.slice(2)).toEqual([
    'protocol version',
    'list',
    'call',
    'structured',
    'error',
    'elicitation',
    'shown to the model',
  ]);
  const footnotes = [...block.matchAll(/^(\d+)\. /gmu)].map(([, number]) => number);
  for (const [client = '', connection = '', version, ...verdicts] of rows) {
    const row = `${client}, ${connection}`;
    expect(version, row).toMatch(/^\d{4}-\d{2}-\d{2}(?: \(\d+\))?$/u);
    for (const verdict of verdicts.slice(0, 5)) expect(verdict, row).toMatch(/^(?:✓|(?:✓|✗|–|as text) \(\d+\))$/u);
    expect(verdicts[5], row).toMatch(/^(?:|text|structured|text, structured)(?: \(\d+\))?$/u);
    for (const [, number] of verdicts.join(' ').matchAll(/\((\d+)\)/gu)) expect(footnotes, row).toContain(number);
  }
});

test('each pinned client has a driver, and each driver a client', () => {
  const shared = new Set(['official', 'proxy']);
  const drivers = readdirSync(path.join(import.meta.dirname, 'drivers')).map((file) => path.basename(file, '.mjs'));
  expect(drivers.filter((name) => !shared.has(name)).toSorted()).toEqual(
    clients.map(({ driver }) => driver).toSorted(),
  );
  for (const { version } of clients) expect(version).toMatch(/^\d+\.\d+\.\d+$/u);
});
