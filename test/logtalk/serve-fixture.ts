import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll } from 'vitest';
import { createProject, type Project } from '../kit/build-server.js';
import { talk, type Conversation } from '../kit/talk.js';

const fixtures = path.join(import.meta.dirname, 'fixtures');

/** A server made from a fixture; it can be used in tests, after `beforeAll` has built it. */
export interface FixtureServer {
  /** Absolute path of the project. */
  folder(): string;
  /** The built entrypoint. */
  entrypoint(): string;
  /** Starts the server, pipes all messages in, and gives what it answered until it ended. */
  talk(
    messages: readonly (string | object)[],
    environment?: { readonly [name: string]: string },
  ): Promise<Conversation>;
  /** Sends one request to a fresh server; throws unless it gets exactly one answer. */
  ask(request: object): Promise<Conversation['messages'][number]>;
}

/**
 * Generates and bundles a fixture once for all tests of a file.
 *
 * @param names Folders below `fixtures/`; the files of a later one replace those of an earlier one.
 */
export function serveFixture(...names: readonly string[]): FixtureServer {
  let project: Project | undefined;
  let entrypoint = '';
  beforeAll(async () => {
    project = await createProject(await readFixture(...names));
    entrypoint = await project.bundle();
  });
  const talkToServer: FixtureServer['talk'] = (messages, environment) => talk(entrypoint, messages, environment);
  return {
    folder: () => project?.folder ?? '',
    entrypoint: () => entrypoint,
    talk: talkToServer,
    ask: async (request) => {
      const { messages, stdout } = await talkToServer([request]);
      const [answer] = messages;
      if (answer === undefined || messages.length > 1) throw new Error(`Not exactly one answer: ${stdout}`);
      return answer;
    },
  };
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
