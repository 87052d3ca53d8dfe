import { readServer } from '../scaffold/server/read-server.js';
import { readSource } from '../scaffold/source/read-source.js';
import { sampleSource } from '../scaffold/source/sample-source.js';
import type { ProjectSource } from '../scaffold/source/project-source.js';
import type { CliIo } from './cli-io.js';
import { UsageError } from './usage-error.js';

/** What a project is to start from, as given. */
export interface GivenSource {
  readonly from?: string | undefined;
  readonly 'from-server'?: string | undefined;
  readonly header: readonly string[];
}

/**
 * Reads what a project is to start from: what was named, what is chosen when somebody can be asked, else the sample.
 *
 * @returns `undefined` when the user leaves at a question
 * @throws {UsageError} for two of them, and a header that is none
 * @throws {SourceError} when it cannot be read
 */
export async function chooseSource(
  given: GivenSource,
  io: CliIo,
  asks: boolean,
  signal: AbortSignal,
): Promise<ProjectSource | undefined> {
  const { from, 'from-server': server, header: headers } = given;
  if (from !== undefined && server !== undefined) throw new UsageError('--from and --from-server exclude each other.');
  if (headers.length > 0 && server === undefined)
    throw new UsageError('--header is for --from-server with an address.');
  const target = { headers: new Map(headers.map(parseHeader)), cwd: io.cwd };
  if (server !== undefined) return readServer({ server, ...target }, signal);
  if (from !== undefined) return readSource(from, io.cwd, signal);
  return asks ? askForSource(io, signal) : sampleSource;
}

async function askForSource(io: CliIo, signal: AbortSignal): Promise<ProjectSource | undefined> {
  const chosen = await io.ask({
    kind: 'choice',
    message: 'Start from',
    choices: [
      { value: 'sample', label: 'A sample', hint: 'a tool, a prompt and a resource to change' },
      {
        value: 'file',
        label: 'A document',
        hint: 'OpenAPI, a definition, a saved tools/list answer, a script of BotServer',
      },
      { value: 'server', label: 'A running MCP server', hint: 'lists it and writes the definition' },
    ],
  });
  if (chosen === undefined) return undefined;
  if (chosen === 'sample') return sampleSource;
  const isServer = chosen === 'server';
  const named = await io.ask({
    kind: 'text',
    message: isServer ? 'Command that starts it, or its URL' : 'Path or https URL of the document',
    explain: (answer) => (answer === '' ? 'Nothing was named.' : undefined),
  });
  if (named === undefined) return undefined;
  return chooseSource({ header: [], ...(isServer ? { 'from-server': named } : { from: named }) }, io, false, signal);
}

function parseHeader(text: string): readonly [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*([\x20-\x7e\x80-\xff]*?)\s*$/u.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError('A --header is like "Authorization: Bearer token".');
  return [name, value];
}
