import { basename, resolve } from 'node:path';
import { deriveName, deriveTitle, explainName } from '../scaffold/project-name.js';
import type { ProjectIdentity } from '../scaffold/render-project.js';
import type { ProjectSource } from '../scaffold/source/project-source.js';
import type { CliIo } from './cli-io.js';
import { UsageError } from './usage-error.js';

/** What is known of a project, as given. */
export interface GivenProject {
  readonly directory?: string | undefined;
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** Who a project is and where. */
export interface CompleteProject extends ProjectIdentity {
  /** Absolute path. */
  readonly directory: string;
}

/**
 * Completes what is known of a project: from what it starts from, by asking when somebody is there, by defaults else.
 *
 * @returns `undefined` when the user leaves at a question
 * @throws {UsageError} when no name can be made of the folder
 */
export async function completeProject(
  given: GivenProject,
  source: ProjectSource,
  io: CliIo,
  asks: boolean,
): Promise<CompleteProject | undefined> {
  const ask = asks ? askOn(io) : takeDefault;
  const folder = given.directory ?? (await ask('Folder', given.name ?? source.name ?? 'my-mcp-server'));
  if (folder === undefined) return undefined;
  const directory = resolve(io.cwd, folder);
  const name = given.name ?? (await ask('Name', nameOfFolder(directory, !asks), explainName));
  if (name === undefined) return undefined;
  const title = given.title ?? (await ask('Title', source.title ?? deriveTitle(name)));
  if (title === undefined) return undefined;
  const description = given.description ?? (await ask('Description', source.description ?? `The MCP server ${name}.`));
  return description === undefined ? undefined : { directory, name, title, description };
}

type Ask = (
  message: string,
  byDefault: string,
  explain?: (answer: string) => string | undefined,
) => Promise<string | undefined>;

const takeDefault: Ask = (_message, byDefault) => Promise.resolve(byDefault);

function askOn(io: CliIo): Ask {
  return (message, byDefault, explain) => io.ask({ kind: 'text', message, byDefault, ...(explain && { explain }) });
}

function nameOfFolder(directory: string, isFinal: boolean): string {
  const name = deriveName(basename(directory));
  if (name !== undefined) return name;
  if (isFinal) throw new UsageError(`No name can be made of the folder ${basename(directory)}: give one with --name.`);
  return 'my-mcp-server';
}
