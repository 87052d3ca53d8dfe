import { canonicalJson } from './canonical-json.js';
import { isJsonObject } from './json.js';

/** Version of the format of {@link Contract}. */
export const contractFormat = 1;

/** The lists of a server with the member that identifies an entry, and the noun for an entry. */
export const contractLists = [
  { list: 'tools', key: 'name', noun: 'tool', method: 'tools/list' },
  { list: 'prompts', key: 'name', noun: 'prompt', method: 'prompts/list' },
  { list: 'resources', key: 'uri', noun: 'resource', method: 'resources/list' },
  { list: 'resourceTemplates', key: 'uriTemplate', noun: 'resource template', method: 'resources/templates/list' },
] as const;

/** Name of a list in a {@link Contract}. */
export type ContractList = (typeof contractLists)[number]['list'];

/**
 * Digests (`sha256-` and 64 hexadecimal digits) by protocol version. A digest also applies to the later versions of the
 * contract, up to the next version in the object.
 */
export type VersionDigests = { readonly [protocolVersion: string]: string };

/** Digests of the entries of a list, by name, URI or URI template. */
export type EntryDigests = { readonly [key: string]: VersionDigests };

/** Digests of everything that a server lists, as in `generated/contract.json`. */
export type Contract = { readonly [list in ContractList]?: EntryDigests } & {
  /** Version of the format: 1. */
  readonly contract: number;
  /** Protocol versions that the digests cover, oldest first. */
  readonly protocolVersions: readonly string[];
  readonly server: ContractServer;
  /** The tools that replace all others in code mode. Absent for a server without code mode. */
  readonly codeTools?: EntryDigests;
};

/** The server of a {@link Contract}. */
export interface ContractServer {
  readonly name: string;
  readonly version: string;
  /** Digest of the instructions. Absent for a server without instructions. */
  readonly instructions?: string;
  /** Digests of the whole server; see {@link serverContent}. */
  readonly digests: VersionDigests;
}

/** The entries that a server lists in one protocol version. Lists that are absent are not compared. */
export type ListedEntries = { readonly [list in ContractList]?: readonly unknown[] };

/** A difference between a server and its contract. */
export interface ContractDifference {
  /** `new`: listed by the server, but not in the contract; `missing`: the other way round. */
  readonly change: 'changed' | 'missing' | 'new';
  readonly list: ContractList | 'instructions';
  /** Name, URI or URI template of the entry; `''` for the instructions. */
  readonly key: string;
}

/** What the digest of a server is computed from. `digests` are those of all entries. */
export function serverContent(
  { name, version, instructions }: Pick<ContractServer, 'name' | 'version' | 'instructions'>,
  digests: readonly string[],
): object {
  return { entries: digests.toSorted(), instructions, name, version };
}

/** Returns the key of an entry in a contract: its name, URI or URI template; `''` for an invalid entry. */
export function entryKey(list: ContractList, entry: unknown): string {
  const { key = 'name' } = contractLists.find((each) => each.list === list) ?? {};
  const value = isJsonObject(entry) ? entry[key] : undefined;
  return typeof value === 'string' ? value.replace(/^(ui:.*)\?v=[\da-f]+$/su, '$1') : '';
}

/**
 * Removes from canonical JSON the versions that builds add to URIs of views (`ui://shop/shelf?v=1f0c`), because they
 * are unknown before the build.
 */
export function withoutViewVersions(text: string): string {
  return text.replace(/"(ui:[^"?]*)\?v=[\da-f]+"/gu, '"$1"');
}

/**
 * Computes the digest of a JSON value: SHA-256 of its canonical JSON in UTF-8, without versions of views.
 *
 * @throws Errors of {@link canonicalJson}.
 */
export async function digestJson(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(withoutViewVersions(canonicalJson(value)));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256-${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Groups digests of consecutive protocol versions, oldest first. Versions without a digest must be the first ones. */
export function groupDigests(digests: readonly (readonly [protocolVersion: string, digest: string])[]): VersionDigests {
  return Object.fromEntries(digests.filter(([, digest], index) => digest !== digests[index - 1]?.[1]));
}

/** Returns the digest of a protocol version. */
export function digestAt(digests: VersionDigests, protocolVersion: string): string | undefined {
  const since = Object.keys(digests)
    .filter((version) => version <= protocolVersion)
    .toSorted()
    .at(-1);
  return since === undefined ? undefined : digests[since];
}

/**
 * Reads a parsed contract.
 *
 * @throws TypeError for a value that is not a contract, or a contract in another format.
 */
export function readContract(value: unknown): Contract {
  const isDigest = (member: unknown): boolean => typeof member === 'string' && /^sha256-[\da-f]{64}$/u.test(member);
  const isDigests = (member: unknown): boolean => isJsonObject(member) && Object.values(member).every(isDigest);
  if (!isJsonObject(value) || typeof value['contract'] !== 'number') throw new TypeError('This is not a contract.');
  const { contract, protocolVersions, server } = value;
  if (contract !== contractFormat) throw new TypeError(`The contract has format ${contract}, not ${contractFormat}.`);
  const lists = ['codeTools', ...contractLists.map(({ list }) => list)].map((list) => value[list] ?? {});
  const isValid =
    Array.isArray(protocolVersions) &&
    protocolVersions.every((version) => typeof version === 'string') &&
    isJsonObject(server) &&
    typeof server['name'] === 'string' &&
    typeof server['version'] === 'string' &&
    (server['instructions'] === undefined || isDigest(server['instructions'])) &&
    isDigests(server['digests']) &&
    lists.every((entries) => isJsonObject(entries) && Object.values(entries).every(isDigests));
  if (!isValid) throw new TypeError('The contract is malformed.');
  return value as unknown as Contract;
}

/**
 * Compares what a server lists with a contract.
 *
 * @param protocolVersion Negotiated protocol version; `undefined` if unknown: an entry may then have the digest of any
 *   version.
 * @throws TypeError for a protocol version that the contract does not cover.
 */
export async function compareWithContract(
  contract: Contract,
  listed: ListedEntries,
  protocolVersion: string | undefined,
): Promise<readonly ContractDifference[]> {
  if (protocolVersion !== undefined && !contract.protocolVersions.includes(protocolVersion)) {
    const covered = contract.protocolVersions.join(', ');
    throw new TypeError(`The contract covers the protocol versions ${covered}, not ${protocolVersion}.`);
  }
  const differences: ContractDifference[] = [];
  for (const { list } of contractLists) {
    const entries = listed[list];
    if (entries === undefined) continue;
    const keys = new Set(entries.map((entry) => entryKey(list, entry)));
    const agreed = new Map(Object.entries(agreedEntries(contract, list, keys)));
    for (const entry of entries) {
      const key = entryKey(list, entry);
      const digests = agreed.get(key);
      if (digests === undefined) differences.push({ change: 'new', list, key });
      else if (!(await hasDigest(entry, digests, protocolVersion))) differences.push({ change: 'changed', list, key });
    }
    for (const [key, digests] of agreed) {
      const isAgreed = protocolVersion === undefined || digestAt(digests, protocolVersion) !== undefined;
      if (isAgreed && !keys.has(key)) differences.push({ change: 'missing', list, key });
    }
  }
  return differences;
}

/**
 * Returns the digests of a list: those of code mode if a server lists only the tools of code mode.
 *
 * @param keys Names, URIs or URI templates that the server lists.
 */
export function agreedEntries(contract: Contract, list: ContractList, keys: ReadonlySet<string>): EntryDigests {
  const { codeTools = {} } = contract;
  const isCode = list === 'tools' && keys.size > 0 && [...keys].every((key) => Object.hasOwn(codeTools, key));
  return (isCode ? codeTools : contract[list]) ?? {};
}

/** Compares the instructions of a server with a contract. */
export async function compareInstructions(
  { server }: Contract,
  instructions: string | undefined,
): Promise<readonly ContractDifference[]> {
  const digest = instructions === undefined || instructions === '' ? undefined : await digestJson(instructions);
  if (digest === server.instructions) return [];
  const change = digest === undefined ? 'missing' : server.instructions === undefined ? 'new' : 'changed';
  return [{ change, list: 'instructions', key: '' }];
}

async function hasDigest(
  entry: unknown,
  digests: VersionDigests,
  protocolVersion: string | undefined,
): Promise<boolean> {
  // An entry without canonical JSON cannot be the one of the contract.
  const digest = await digestJson(entry).catch(() => undefined);
  if (digest === undefined) return false;
  if (protocolVersion === undefined) return Object.values(digests).includes(digest);
  return digestAt(digests, protocolVersion) === digest;
}

/** Describes a difference, such as `changed: tool find_books`. */
export function describeDifference({ change, list, key }: ContractDifference): string {
  if (list === 'instructions') return `${change}: instructions`;
  const noun = contractLists.find((each) => each.list === list)?.noun ?? '';
  return `${change}: ${noun} ${key}`;
}
