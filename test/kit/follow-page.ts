import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { expect } from 'vitest';
import { makeFolder, putFiles } from './make-folder.js';
import { packForRegistry } from './pack-for-registry.js';
import { runCommand, startCommand } from './run-command.js';
import { startRegistry } from './start-registry.js';
import { patternOf, readBlocks, type Block } from './walk-page.js';

export interface FollowOptions {
  /** Environment of commands. */
  readonly variables?: { readonly [name: string]: string };
  /** Commands that run until the reader presses Ctrl+C, each with the port that it listens to. */
  readonly servers?: ReadonlyMap<string, string>;
  /** Returns the text of a block with the addresses of this run instead of those of the page. */
  readonly adapt?: (text: string) => string;
  /** Checks a block that is neither a file, nor commands, nor output. */
  readonly checkFragment?: (block: Block, folder: string) => void;
}

/**
 * Does what a page says in an empty folder, section by section: writes the files, runs the commands, and compares what
 * they print. The package comes from a registry on this machine.
 */
export async function followPage(page: string, options: FollowOptions): Promise<void> {
  const registry = await startRegistry(packForRegistry());
  const text = readFileSync(path.resolve(import.meta.dirname, '../..', page), 'utf8');
  const reader = new Reader(registry.url, options);
  let steps = 0;
  try {
    for (const [, title = ''] of text.matchAll(/^## (.+)$/gmu)) {
      for (const block of readBlocks(page, title)) {
        steps++;
        await reader.follow(block);
      }
    }
  } finally {
    await reader.stop();
    registry.close();
  }
  expect(steps, 'blocks in sections').toBe(text.match(/^```\w/gmu)?.length);
  expect(reader.started).toBe(options.servers?.size ?? 0);
  expect(registry.requests).toContain('/create-mcp-from-schema');
}

/** Reader of a page, in a folder. */
class Reader {
  readonly #options: FollowOptions;
  readonly #variables: { readonly [name: string]: string };
  readonly #note = path.join(makeFolder(), 'folder');
  readonly #ports = new Map<string, string>();
  readonly #stops: (() => Promise<void>)[] = [];
  #cwd = makeFolder();
  #printed = '';

  constructor(registry: string, options: FollowOptions) {
    this.#options = options;
    this.#variables = {
      npm_config_registry: registry,
      npm_config_yes: 'true',
      npm_config_cache: path.join(this.#cwd, '.npm'),
      npm_config_update_notifier: 'false',
      ...options.variables,
      NOTE: this.#note,
    };
  }

  /** Number of servers that were started. */
  get started(): number {
    return this.#stops.length;
  }

  async follow(block: Block): Promise<void> {
    const { language, text } = block;
    const [, file] = /^(?:#|\/\/|--) (\S+)\n/u.exec(text) ?? [];
    if (language === 'sh') await this.#run(text.trim().split('\n'));
    else if (language === 'text') {
      for (const line of text.trim().split('\n')) expect(this.#printed).toMatch(patternOf(line.trim()));
    } else if (file !== undefined) putFiles(this.#cwd, { [file]: await this.#adapt(text) });
    else if (this.#options.checkFragment) this.#options.checkFragment(block, this.#cwd);
    else throw new Error(`The page has a block that is neither a file nor a command:\n${text}`);
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.toReversed()) await stop();
  }

  /** Runs the commands of a block in one shell, except those that the shell of the reader keeps. */
  async #run(commands: readonly string[]): Promise<void> {
    const [command = ''] = commands;
    const port = this.#options.servers?.get(command);
    if (port !== undefined) {
      this.#stops.push(startCommand(await this.#adapt(command), this.#cwd).stop);
      await isListening(await this.#portFor(port));
      return;
    }
    const script = ['set -e', await this.#adapt(commands.join('\n')), 'pwd > "$NOTE"'].join('\n');
    this.#printed = await runCommand(script, { cwd: this.#cwd, variables: this.#variables });
    this.#cwd = readFileSync(this.#note, 'utf8').trim();
  }

  /** Puts the ports of this run instead of those of the page. */
  async #adapt(text: string): Promise<string> {
    let adapted = this.#options.adapt?.(text) ?? text;
    for (const port of this.#options.servers?.values() ?? []) {
      adapted = adapted.replaceAll(new RegExp(`\\b${port}\\b`, 'gu'), await this.#portFor(port));
    }
    return adapted;
  }

  /** Returns the port of this run for one of the page. */
  async #portFor(port: string): Promise<string> {
    const known = this.#ports.get(port);
    if (known !== undefined) return known;
    const found = await findPort();
    this.#ports.set(port, found);
    return found;
  }
}

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
