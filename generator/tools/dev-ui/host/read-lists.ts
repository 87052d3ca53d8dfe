import { defineListing } from '../../../front-ends/listing/define-listing.js';
import { readText } from '../../../feature-kit/load/read-file.js';
import type { Workspace } from '../../../feature-kit/load/workspace.js';
import { excludeInvalid } from '../../../pipeline/read/partial-generation.js';
import { resolveAndCheck, type CheckedWorkspace } from '../../../pipeline/read/read-definitions.js';
import { entryFor, mapNode, scalarNode } from '../../../core/source/make-node.js';
import { parseSource } from '../../../core/source/parse-source.js';
import { childOf, itemsOf, type SourceNode } from '../../../core/source/source-node.js';

/** Descriptors as a server lists them: the items of its list results. */
export interface ListedEntries {
  readonly tools?: readonly unknown[];
  readonly prompts?: readonly unknown[];
  readonly resources?: readonly unknown[];
  readonly resourceTemplates?: readonly unknown[];
}

/** Lists of a server as definitions. */
interface ReadLists extends CheckedWorkspace {
  /** Display names of entries that definitions cannot describe; the model omits them. */
  readonly excluded: readonly string[];
}

/** Thrown if a list is too long. */
export class ListsTooLong extends Error {
  override readonly name = 'ListsTooLong';
}

/** Maximum JSON length of all lists together, in characters. */
const maxCharacters = 10_000_000;
const file = 'lists.mcp.json';

/**
 * Reads a server's lists as definitions, for inspection, comparison and validators. Entries with errors are omitted.
 *
 * @param server Name of the server.
 * @throws ListsTooLong if the lists have more than 10 million characters.
 */
export function readLists(server: string, lists: ListedEntries): ReadLists {
  const text = JSON.stringify(lists);
  if (text.length > maxCharacters) throw new ListsTooLong(`The lists have ${text.length} characters.`);
  const { root } = parseSource(file, text);
  const workspace = createWorkspace(text, root === undefined ? undefined : defineServer(server, root));
  const check = (rest: Workspace) => resolveAndCheck(rest, new Map(), []);
  const { checked, excluded } = excludeInvalid(check(workspace), check);
  return { ...checked, excluded };
}

function createWorkspace(text: string, root: SourceNode | undefined): Workspace {
  const loaded = { ...readText(Buffer.from(text)), ...(root !== undefined && { root }) };
  return {
    folder: '.',
    found: [file],
    definitions: [file],
    documents: [],
    files: new Map([[file, loaded]]),
    functions: new Map(),
  };
}

function defineServer(name: string, root: SourceNode): SourceNode {
  const { location } = root;
  const listOf = (section: string) => itemsOf(childOf(root, section));
  const { sections } = defineListing({
    tools: listOf('tools'),
    prompts: listOf('prompts'),
    resources: listOf('resources'),
    resourceTemplates: listOf('resourceTemplates'),
  });
  const server = mapNode(
    [entryFor('name', scalarNode(name, location)), entryFor('version', scalarNode('1.0.0', location))],
    location,
  );
  return mapNode([entryFor('server', server), ...sections], location);
}
