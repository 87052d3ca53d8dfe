import {
  agreedEntries,
  compareInstructions,
  compareWithContract,
  contractLists,
  entryKey,
  readContract,
  type Contract,
  type ContractDifference,
  type ContractList,
} from '../../wire/contract.js';
import { isJsonObject } from '../../wire/json.js';
import { RequestError } from './call-error.js';
import { ContractError } from './contract-error.js';
import { sendRequest } from './send-request.js';

/** Connected client whose server can be compared with a contract: `Client` of either official SDK. */
export interface ListingPeer {
  request(
    request: { method: string; params?: { [name: string]: unknown } },
    resultSchema: never,
    ...options: readonly never[]
  ): Promise<unknown>;
  getNegotiatedProtocolVersion?(): string | undefined;
  getInstructions?(): string | undefined;
  readonly transport?: unknown;
}

/** Method of {@link ListingPeer} as it is called here. */
type SendRequest = (request: object, resultSchema: object, ...options: readonly unknown[]) => Promise<unknown>;

/**
 * Schema that accepts any result unchanged. The schemas of the official clients remove fields that they do not know,
 * which a model could still see in another client. The methods are those of Zod 3 and of Standard Schema.
 */
const anyResult = {
  parse: (value: unknown) => value,
  safeParse: (data: unknown) => ({ success: true, data }),
  '~standard': { version: 1, vendor: 'create-mcp-from-schema', validate: (value: unknown) => ({ value }) },
};

/** Maximum number of pages of a list. */
const maxPages = 1000;

/**
 * Compares everything that a server lists, and its instructions, with a contract. New entries are differences, too.
 *
 * @param contract Parsed `generated/contract.json`, or the contract that `inspect --contract` has written.
 * @throws TypeError for an invalid contract, and one without the negotiated protocol version; RequestError,
 *   ConnectionError or TimeoutError if the server cannot be listed.
 */
export async function checkContract(peer: ListingPeer, contract: Contract): Promise<readonly ContractDifference[]> {
  readContract(contract);
  const lists: { [list in ContractList]?: readonly unknown[] } = {};
  for (const { list } of contractLists) lists[list] = await listAll(peer, list);
  return [
    ...(peer.getInstructions === undefined ? [] : await compareInstructions(contract, peer.getInstructions())),
    ...(await compareWithContract(contract, lists, negotiatedVersion(peer))),
  ];
}

/** Checks the entries of a server against a contract, each list before the first call that needs it. */
export class ContractGuard {
  readonly #peer: ListingPeer;
  readonly #contract: Contract;
  readonly #checks = new Map<ContractList, Promise<Check>>();

  /** @throws TypeError for an invalid contract, and for a client without the method `request`. */
  constructor(peer: object, contract: Contract) {
    this.#contract = readContract(contract);
    if (!('request' in peer) || typeof peer.request !== 'function' || 'causeOf' in peer)
      throw new TypeError('A contract can only be pinned for a client of the official SDK.');
    this.#peer = peer as ListingPeer;
  }

  /** @throws ContractError for an entry that is not the one of the contract; the errors of {@link checkContract}. */
  async check(list: ContractList, key: string): Promise<void> {
    let check = this.#checks.get(list);
    if (check === undefined) {
      check = this.#compare(list);
      this.#checks.set(list, check);
      // After a failed request, the next call lists again.
      check.catch(() => this.#checks.delete(list));
    }
    const { agreed, differences } = await check;
    if (agreed.has(key) && !differences.some((difference) => difference.key === key)) return;
    const noun = contractLists.find((each) => each.list === list)?.noun ?? '';
    throw new ContractError(`The ${noun} ${key}`, differences);
  }

  async #compare(list: ContractList): Promise<Check> {
    const entries = await listAll(this.#peer, list);
    const keys = new Set(entries.map((entry) => entryKey(list, entry)));
    const agreed = new Set(Object.keys(agreedEntries(this.#contract, list, keys)));
    const version = negotiatedVersion(this.#peer);
    return { agreed, differences: await compareWithContract(this.#contract, { [list]: entries }, version) };
  }
}

/** Result of comparing a list. */
interface Check {
  /** Names, URIs or URI templates of the contract. */
  readonly agreed: ReadonlySet<string>;
  readonly differences: readonly ContractDifference[];
}

/** Lists all entries as the server has sent them. A server without the list has no entries. */
async function listAll(peer: ListingPeer, list: ContractList): Promise<readonly unknown[]> {
  const { method = '' } = contractLists.find((each) => each.list === list) ?? {};
  const send = peer.request.bind(peer) as SendRequest;
  const entries: unknown[] = [];
  let cursor: unknown;
  try {
    for (let page = 0; page < maxPages; page += 1) {
      const params = cursor === undefined ? {} : { cursor };
      const result = await sendRequest(peer, {}, (...options) => send({ method, params }, anyResult, ...options));
      const listed = result[list];
      entries.push(...(Array.isArray(listed) ? (listed as readonly unknown[]) : []));
      cursor = result['nextCursor'];
      if (cursor === undefined || cursor === null) return entries;
    }
  } catch (error) {
    if (error instanceof RequestError && error.code === -32_601) return [];
    throw error;
  }
  throw new RangeError(`The server has more than ${maxPages} pages of ${list}.`);
}

/**
 * Returns the negotiated protocol version. Version 1 of the official client does not tell it, only its transport over
 * HTTP.
 */
function negotiatedVersion(peer: ListingPeer): string | undefined {
  if (peer.getNegotiatedProtocolVersion !== undefined) return peer.getNegotiatedProtocolVersion();
  const version = isJsonObject(peer.transport) ? peer.transport['protocolVersion'] : undefined;
  return typeof version === 'string' ? version : undefined;
}
