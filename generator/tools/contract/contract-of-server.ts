import {
  compareInstructions,
  compareWithContract,
  contractFormat,
  contractLists,
  digestJson,
  entryKey,
  groupDigests,
  serverContent,
  type Contract,
  type ContractDifference,
  type ContractList,
  type EntryDigests,
} from '../../../runtime/wire/contract.js';
import type { ServerListing } from './list-server.js';

/**
 * Creates the contract of a running server.
 *
 * @param listings What the server lists in each protocol version, oldest first; at least one.
 * @throws RangeError for an entry without canonical JSON.
 */
export async function contractOfServer(listings: readonly ServerListing[]): Promise<Contract> {
  const newest = listings.at(-1);
  const { name = '', version = '', instructions } = newest ?? {};
  const found = new Map<ContractList, Map<string, [string, string][]>>();
  const serverDigests: [string, string][] = [];
  for (const { protocolVersion, lists, ...listed } of listings) {
    const all: string[] = [];
    for (const { list } of contractLists) {
      const entries = found.get(list) ?? new Map<string, [string, string][]>();
      found.set(list, entries);
      for (const entry of lists[list]) {
        const key = entryKey(list, entry);
        const digest = await digestJson(entry);
        entries.set(key, [...(entries.get(key) ?? []), [protocolVersion, digest]]);
        all.push(digest);
      }
    }
    const described = { name: listed.name, version: listed.version, ...(await digestInstructions(listed)) };
    serverDigests.push([protocolVersion, await digestJson(serverContent(described, all))]);
  }
  const lists = contractLists.map(({ list }): [ContractList, EntryDigests] => [list, sortEntries(found.get(list))]);
  return {
    contract: contractFormat,
    protocolVersions: listings.map(({ protocolVersion }) => protocolVersion),
    server: { name, version, ...(await digestInstructions({ instructions })), digests: groupDigests(serverDigests) },
    ...Object.fromEntries(lists),
  };
}

async function digestInstructions({ instructions }: { readonly instructions?: string | undefined }) {
  return instructions === undefined ? {} : { instructions: await digestJson(instructions) };
}

function sortEntries(entries: ReadonlyMap<string, readonly [string, string][]> = new Map()): EntryDigests {
  const sorted = [...entries].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, digests]) => [key, groupDigests(digests)]));
}

/** Difference in some protocol versions. */
export interface VersionedDifference extends ContractDifference {
  readonly protocolVersions: readonly string[];
}

/**
 * Compares a running server with a contract, in each protocol version that both cover.
 *
 * @throws TypeError if there is no such version.
 */
export async function compareServer(
  contract: Contract,
  listings: readonly ServerListing[],
): Promise<readonly VersionedDifference[]> {
  const compared = listings.filter(({ protocolVersion }) => contract.protocolVersions.includes(protocolVersion));
  if (compared.length === 0) {
    const supported = listings.map(({ protocolVersion }) => protocolVersion).join(', ');
    throw new TypeError(
      `The contract covers the protocol versions ${contract.protocolVersions.join(', ')}; the server supports ${supported}.`,
    );
  }
  const byKey = new Map<string, VersionedDifference>();
  for (const { protocolVersion, lists, instructions } of compared) {
    const differences = [
      ...(await compareInstructions(contract, instructions)),
      ...(await compareWithContract(contract, lists, protocolVersion)),
    ];
    for (const difference of differences) {
      const key = JSON.stringify([difference.change, difference.list, difference.key]);
      const protocolVersions = [...(byKey.get(key)?.protocolVersions ?? []), protocolVersion];
      byKey.set(key, { ...difference, protocolVersions });
    }
  }
  return [...byKey.values()];
}
