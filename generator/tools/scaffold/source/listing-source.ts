import { defineListing, type Listing } from '../../../front-ends/listing/define-listing.js';
import { toJson } from '../../../core/source/source-node.js';
import type { Json, JsonObject } from '../../../core/model/json.js';
import { deriveName } from '../project-name.js';
import type { ProjectIdentity } from '../identity-view.js';
import type { ProjectSource } from './project-source.js';
import { printDefinition, schemaComment } from './print-definition.js';

/** Description of a server, with its lists. */
export interface ServerListing extends Listing {
  /** Members of `server` in the definition, except name and title. */
  readonly server?: JsonObject;
}

/**
 * Creates a project that defines the entries of another server's lists; its handlers are stubs.
 *
 * @param name Any string: name of the server, or of the file with its lists.
 */
export function listingSource(listing: ServerListing, name: string): ProjectSource {
  const { sections, diagnostics } = defineListing(listing);
  const server = listing.server ?? new Map<string, Json>();
  const textOf = (key: string) => {
    const value = server.get(key);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    name: deriveName(name),
    title: textOf('title'),
    description: textOf('description'),
    notes: [...new Set(diagnostics.map(({ message }) => message))].slice(0, maxNotes),
    listFiles: (identity) => [
      {
        path: `${identity.name}.mcp.yaml`,
        content:
          header(name) +
          printDefinition(
            new Map([
              ['server', serverOf(identity, server)],
              ...sections.map(({ key, value }) => [key, toJson(value)] as const),
            ]),
          ),
      },
    ],
  };
}

const maxNotes = 20;

/** The user chooses name, title and description. */
function serverOf({ name, title, description }: ProjectIdentity, server: JsonObject): JsonObject {
  return new Map<string, Json>([
    ['name', name],
    ['title', title],
    ['description', description],
    ['version', '1.0.0'],
    ...[...server].filter(([key]) => !['name', 'title', 'description'].includes(key)),
  ]);
}

function header(from: string): string {
  const source = JSON.stringify(from).replace(/[^\x20-\x7e]/gu, '?');
  return [schemaComment, `# Generated from the lists that ${source} returned.`, ''].join('\n');
}
