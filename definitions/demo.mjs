// Demonstrates the whole development cycle: scaffolds a project, adds a definition, generates, implements one handler, builds,
// starts the server and calls it with the official client. Everything happens in a temporary folder.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const bookshop = path.join(root, 'definitions', 'bookshop');
const folder = mkdtempSync(path.join(tmpdir(), 'mcp-demo-'));
const project = path.join(folder, 'bookshop');

const handler = `import type { FindBooks, FindBooksResult } from '../../generated/handlers.ts';

const books = [
  { isbn: '9780441172719', title: 'Dune', author: 'Frank Herbert', subjects: ['ecology'], price: 11.99, inStock: 4 },
];

export const findBooks: FindBooks = ({ query, limit }): FindBooksResult => {
  const found = books.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()));
  return { books: found.slice(0, limit), total: found.length };
};
`;

try {
  say('Scaffold a project');
  run(process.execPath, [path.join(root, 'dist', 'generator', 'cli.js'), 'bookshop', '--yes'], folder);

  say('Give it a definition');
  const definitions = path.join(project, 'definitions');
  for (const file of readdirSync(definitions)) rmSync(path.join(definitions, file));
  // Removes the handler and tests of the sample.
  for (const sample of ['handlers/tools', 'test']) rmSync(path.join(project, sample), { recursive: true });
  for (const file of ['bookshop.mcp.yaml', 'opening-hours.md']) {
    copyFileSync(path.join(bookshop, file), path.join(definitions, file));
    console.log(`definitions/${file}`);
  }

  say('Install, generate');
  // Package that connects the view to its host.
  npm(['install', '--no-audit', '--no-fund', '--save-dev', '@modelcontextprotocol/ext-apps']);
  npm(['run', '--silent', 'generate']);

  say('Implement one handler: handlers/tools/find-books.ts');
  writeFileSync(path.join(project, 'handlers', 'tools', 'find-books.ts'), handler);
  console.log(handler);

  say('Build');
  npm(['run', '--silent', 'build']);

  say('Start it and call it with the official client');
  await callServer();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function callServer() {
  const client = new Client({ name: 'demo', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: ['dist/server.mjs'], cwd: project }),
  );
  const { tools } = await client.listTools();
  show(
    'tools/list',
    tools.map(({ name, description }) => `${name}: ${description}`),
  );
  show('find_books {query: "dune"}', await client.callTool({ name: 'find_books', arguments: { query: 'dune' } }));
  show('find_books {limit: 99}', await client.callTool({ name: 'find_books', arguments: { limit: 99 } }));
  show('order_book', await client.callTool({ name: 'order_book', arguments: { isbn: '9780441172719' } }));
  const hours = await client.readResource({ uri: 'bookshop://opening-hours' });
  show('resources/read bookshop://opening-hours', hours.contents);
  const prompt = await client.getPrompt({ name: 'recommend', arguments: { subject: 'the sea' } });
  show('prompts/get recommend', prompt.messages);
  await client.close();
}

function say(text) {
  console.log(`\n── ${text}`);
}

function show(what, value) {
  console.log(`\n${what}\n${JSON.stringify(value, undefined, 2)}`);
}

function npm(args) {
  run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, project, process.platform === 'win32');
}

function run(command, args, cwd, shell = false) {
  const { status } = spawnSync(command, args, { cwd, shell, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
