import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeAll } from 'vitest';
import type { start, StartOptions } from '../../runtime/transports/node/index.js';
import { createProject, type Project } from '../kit/build-server.js';
import { loadModule } from '../kit/load-module.js';
import { putFiles } from '../kit/make-folder.js';
import { talk, type Conversation, type Message } from '../kit/talk.js';

const fixtures = path.join(import.meta.dirname, 'fixtures');

/** A server made from a fixture; it can be used in tests, after `beforeAll` has generated it. */
export interface FixtureServer {
  /** Absolute path of the project. */
  folder(): string;
  /** Builds the entrypoint, on the first call. */
  entrypoint(): Promise<string>;
  /** Starts the server as a process, pipes all messages in, and gives what it answered until it ended. */
  talk(
    messages: readonly (string | object)[],
    environment?: { readonly [name: string]: string },
  ): Promise<Conversation>;
  /** Sends all messages to a fresh server in this process, and gives what it answered until it ended. */
  tell(messages: readonly object[]): Promise<readonly Message[]>;
  /** Sends one request to a fresh server in this process; throws unless it gets exactly one answer. */
  ask(request: object): Promise<Message>;
}

/** The generated modules of a project, and the runtime that they share. */
interface Loaded {
  readonly start: typeof start;
  readonly definition: Parameters<typeof start>[0];
  readonly handlers: Parameters<typeof start>[1];
  readonly project: { readonly options?: StartOptions };
}

/**
 * Generates a fixture once for all tests of a file.
 *
 * @param names Folders below `fixtures/`; the files of a later one replace those of an earlier one.
 */
export function serveFixture(...names: readonly string[]): FixtureServer {
  let project: Project | undefined;
  let entrypoint: Promise<string> | undefined;
  let loaded: Promise<Loaded> | undefined;
  const getProject = (): Project => {
    if (project === undefined) throw new Error('The fixture is generated before the first test');
    return project;
  };
  beforeAll(async () => {
    project = await createProject(await readFixture(...names));
  });
  const tell = async (messages: readonly object[]): Promise<readonly Message[]> => {
    const server = await (loaded ??= load(getProject().folder));
    const input = new PassThrough();
    const output = new PassThrough();
    const answered = text(output);
    input.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
    await server.start(server.definition, server.handlers, { input, output, ...server.project.options });
    output.end();
    const lines = (await answered).split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as Message);
  };
  const build = (): Promise<string> => (entrypoint ??= getProject().bundle());
  return {
    folder: () => getProject().folder,
    entrypoint: build,
    talk: async (messages, environment) => talk(await build(), messages, environment),
    tell,
    ask: async (request) => {
      const [answer, ...others] = await tell([request]);
      if (answer === undefined || others.length > 0) throw new Error('Not exactly one answer');
      return answer;
    },
  };
}

/** Loads a project into this process, as its entrypoint does. */
function load(folder: string): Promise<Loaded> {
  const settings = existsSync(path.join(folder, 'handlers/server.ts'));
  putFiles(folder, {
    'in-process.ts': [
      `export { start } from 'create-mcp-from-schema/runtime/node';`,
      `export { definition } from './generated/definition.ts';`,
      `export { handlers } from './generated/handlers.ts';`,
      settings ? `export * as project from './handlers/server.ts';` : 'export const project = {};',
    ].join('\n'),
  });
  return loadModule(folder, 'in-process.ts');
}

/** The files of fixtures laid over each other, by path below the project. */
export async function readFixture(...names: readonly string[]): Promise<{ readonly [file: string]: string }> {
  const files: { [file: string]: string } = { 'package.json': '{ "type": "module" }' };
  for (const name of names) {
    const folder = path.join(fixtures, name);
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      files[path.relative(folder, file).split(path.sep).join('/')] = await readFile(file, 'utf8');
    }
  }
  return files;
}

/** The names of all fixtures. */
export function listFixtures(): Promise<readonly string[]> {
  return readdir(fixtures);
}
