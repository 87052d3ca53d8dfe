import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { packForRegistry } from '../kit/pack-for-registry.js';
import { runCommand, startCommand } from '../kit/run-command.js';
import { startRegistry } from '../kit/start-registry.js';
import { patience, patternOf, readBlocks } from '../kit/walk-page.js';

const page = 'docs/quickstart.md';
const text = readFileSync(path.resolve(import.meta.dirname, '../..', page), 'utf8');

/** Commands that run until the reader presses Ctrl+C, each with the port that it listens to. */
const servers = new Map([
  ['node supplier.mjs', '4000'],
  ['npm start -- --http 3000', '3000'],
]);

async function findPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

async function isListening(port: string): Promise<void> {
  for (;;) {
    try {
      await fetch(`http://127.0.0.1:${port}/`);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

test('every step of the quickstart does what it says from scratch', { timeout: 2 * patience }, async () => {
  const registry = await startRegistry(packForRegistry());
  const start = makeFolder();
  const note = path.join(makeFolder(), 'folder');
  const variables = {
    npm_config_registry: registry.url,
    npm_config_yes: 'true',
    npm_config_cache: path.join(start, '.npm'),
    npm_config_update_notifier: 'false',
  };
  const ports = new Map([...servers.values()].map((port) => [port, findPort()]));
  const stops: (() => Promise<void>)[] = [];
  let cwd = start;
  let printed = '';
  let steps = 0;

  /** Puts the ports of this run instead of those of the page. */
  const move = async (block: string): Promise<string> => {
    let moved = block;
    for (const [port, own] of ports) moved = moved.replaceAll(new RegExp(`\\b${port}\\b`, 'gu'), await own);
    return moved;
  };

  /** Runs the commands of a block in one shell, except those that the shell of the reader keeps. */
  const run = async (commands: readonly string[]): Promise<void> => {
    const [command = ''] = commands;
    const port = servers.get(command);
    if (port !== undefined) {
      stops.push(startCommand(await move(command), cwd).stop);
      await isListening((await ports.get(port)) ?? '');
      return;
    }
    printed = await runCommand(['set -e', await move(commands.join('\n')), 'pwd > "$NOTE"'].join('\n'), {
      cwd,
      variables: { ...variables, NOTE: note },
    });
    cwd = readFileSync(note, 'utf8').trim();
  };

  try {
    for (const [, title = ''] of text.matchAll(/^## (.+)$/gmu)) {
      for (const { language, text: block } of readBlocks(page, title)) {
        steps++;
        const [, file] = /^(?:#|\/\/) (\S+)\n/u.exec(block) ?? [];
        if (language === 'sh') {
          await run(block.trim().split('\n'));
        } else if (language === 'text') {
          for (const line of block.trim().split('\n')) expect(printed).toMatch(patternOf(line.trim()));
        } else if (file !== undefined) putFiles(cwd, { [file]: await move(block) });
        else throw new Error(`The page has a block that is neither a file nor a command:\n${block}`);
      }
    }
  } finally {
    for (const stop of stops.toReversed()) await stop();
    registry.close();
  }
  expect(steps).toBe(text.match(/^```\w/gmu)?.length);
  expect(stops).toHaveLength(servers.size);
  expect(registry.requests).toContain('/create-mcp-from-schema');
});
