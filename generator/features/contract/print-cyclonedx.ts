import {
  contractLists,
  digestAt,
  type Contract,
  type EntryDigests,
  type VersionDigests,
} from '../../../runtime/wire/contract.js';
import type { ReadEntry } from './read-descriptors.js';

/** Namespace of the properties that CycloneDX does not define. */
const namespace = 'create-mcp-from-schema';

interface Property {
  readonly name: string;
  readonly value: string;
}

/** Component of a BOM: an entry that the server lists. */
interface Component {
  readonly type: 'data';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly hashes: readonly { readonly alg: 'SHA-256'; readonly content: string }[];
  readonly data: readonly { readonly type: 'definition' }[];
  readonly properties: readonly Property[];
}

/**
 * Prints the contract of a server as a CycloneDX 1.6 BOM: the server as an application, and each entry that it lists as a
 * component whose hash is the digest in the latest protocol version. The same contract has the same BOM, which therefore
 * has neither serial number nor time.
 *
 * @param listed Descriptors of the entries, for their descriptions.
 * @see https://cyclonedx.org/docs/1.6/json/
 */
export function printCycloneDx(contract: Contract, listed: ReadonlyMap<string, readonly ReadEntry[]>): string {
  const { name, version, digests } = contract.server;
  const nouns = [...contractLists, { list: 'codeTools' as const, key: 'name', noun: 'code mode tool' }];
  const components = nouns.flatMap(({ list, key, noun }) => {
    const descriptions = readDescriptions(listed.get(list) ?? [], key);
    return listComponents(contract, contract[list] ?? {}, noun, descriptions);
  });
  const server = { type: 'application', 'bom-ref': 'server', name, version, properties: listDigests(digests) };
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: server },
    components,
    dependencies: [{ ref: 'server', dependsOn: components.map((component) => component['bom-ref']) }],
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

function listComponents(
  { protocolVersions, server: { version } }: Contract,
  entries: EntryDigests,
  noun: string,
  descriptions: ReadonlyMap<string, string>,
): readonly Component[] {
  return Object.entries(entries).map(([name, digests]) => {
    const description = descriptions.get(name);
    const digest = digestAt(digests, protocolVersions.at(-1) ?? '') ?? '';
    return {
      type: 'data',
      'bom-ref': `${noun.replaceAll(' ', '-')}:${name}`,
      name,
      version,
      ...(description !== undefined && { description }),
      hashes: [{ alg: 'SHA-256', content: digest.replace('sha256-', '') }],
      data: [{ type: 'definition' }],
      properties: [{ name: `${namespace}:kind`, value: noun }, ...listDigests(digests)],
    };
  });
}

/** Lists digests by the protocol version that they apply from. */
function listDigests(digests: VersionDigests): readonly Property[] {
  return Object.entries(digests).map(([since, value]) => ({ name: `${namespace}:digest:${since}`, value }));
}

/** Reads the descriptions of entries, by name, URI or URI template. */
function readDescriptions(entries: readonly ReadEntry[], key: string): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap(({ fields }) => {
      const [name, description] = [fields.get(key), fields.get('description')];
      if (name === undefined || description === undefined) return [];
      return [[String(JSON.parse(name)), String(JSON.parse(description))] as const];
    }),
  );
}
