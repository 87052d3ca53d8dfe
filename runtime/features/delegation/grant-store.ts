import type { DelegationPlatform } from '../../core/api/delegation.js';
import type { Store } from '../../core/api/store.js';
import { hashText } from '../../wire/hash-text.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { messageOf } from '../../wire/protocol-error.js';
import { MemoryStore } from '../../core/sharing/memory-store.js';
import type { ConsentDefinition } from './delegation-definition.js';
import type { GrantedTokens } from './read-token.js';

/** Lifetime of an unused grant, in milliseconds. */
const grantMs = 90 * 24 * 60 * 60 * 1000;
/** Time limit for the user's consent, in milliseconds. */
export const consentMs = 10 * 60 * 1000;
/**
 * Time for which one process can exclusively refresh a grant, in milliseconds. A refresh takes at most 35 s: 15 s for
 * the metadata, and twice 10 s for the token endpoint.
 */
const refreshMs = 60_000;

/** Maximum number of times that a link can be opened before it expires. */
const maxBegun = 20;

/** Kind of a record: a grant, a link sent to a user, the link of a user, a browser request. */
type RecordKind = 'grant' | 'ticket' | 'asked' | 'state';

/** API whose grants are stored. */
export interface GrantedApi {
  readonly api: string;
  readonly definition: ConsentDefinition;
}

/**
 * Records of one API in the store of the server, sealed with the keys of the server. IDs are stored as their SHA-256.
 * Records for a different authorization server, account or list of scopes are not found, so a grant is only sent where the user intended.
 */
export class GrantStore {
  readonly #api: string;
  readonly #definition: ConsentDefinition;
  readonly #store: Store;
  readonly #platform: DelegationPlatform;

  /** @throws TypeError for a store of several processes without shared keys. */
  constructor({ api, definition }: GrantedApi, platform: DelegationPlatform) {
    if (platform.store !== undefined && !platform.hasStateKeys) {
      throw new TypeError(
        `\`consent\` of the ${api} API stores secrets that several processes share: set MCP_STATE_KEYS`,
      );
    }
    this.#api = api;
    this.#definition = definition;
    this.#store = platform.store ?? new MemoryStore();
    this.#platform = platform;
  }

  /** Reads the grant of a principal; returns `undefined` if there is none. */
  async readGrant(principal: string): Promise<GrantedTokens | undefined> {
    return (await this.#read('grant', principal)) as GrantedTokens | undefined;
  }

  /** Writes a grant, and notifies the calls that wait for it. */
  async writeGrant(principal: string, grant: GrantedTokens): Promise<void> {
    const { refreshToken, usableUntil } = grant;
    const isTemporary = refreshToken === undefined && usableUntil !== undefined;
    await this.#write('grant', principal, { ...grant }, isTemporary ? Math.max(1, usableUntil - Date.now()) : grantMs);
    await this.#store.publish(await this.#keyOf('grant', principal), '');
  }

  async removeGrant(principal: string): Promise<void> {
    await this.#store.remove(await this.#keyOf('grant', principal));
  }

  /**
   * Calls a listener whenever a principal may have a new grant.
   *
   * @returns A function that stops watching.
   */
  async watchGrant(principal: string, listener: () => void): Promise<() => void> {
    return this.#store.subscribe(await this.#keyOf('grant', principal), listener, listener);
  }

  /** Runs a function unless another process is doing so for the same principal. Returns whether it was run. */
  async runAlone(principal: string, run: () => Promise<void>): Promise<boolean> {
    const key = `${await this.#keyOf('grant', principal)}:refreshing`;
    if (!(await this.#store.add(key, '', refreshMs))) return false;
    try {
      await run();
    } finally {
      await this.#store.remove(key);
    }
    return true;
  }

  /** Reads a record without deleting it. */
  read(kind: 'ticket' | 'asked', id: string): Promise<JsonObject | undefined> {
    return this.#read(kind, id);
  }

  /** Writes a record that expires with the time limit for consent. */
  write(kind: 'ticket' | 'asked' | 'state', id: string, record: JsonObject): Promise<void> {
    return this.#write(kind, id, record, consentMs);
  }

  /** Counts a browser request with a link. Returns `false` if there were too many. */
  async admit(ticket: string, state: string): Promise<boolean> {
    const key = `${await this.#keyOf('ticket', ticket)}:begun`;
    return this.#store.enter(key, await hashText(state), consentMs, maxBegun);
  }

  /** Reads and deletes a record. */
  async take(kind: 'ticket' | 'asked' | 'state', id: string): Promise<JsonObject | undefined> {
    const key = await this.#keyOf(kind, id);
    return this.#open(key, await this.#store.remove(key));
  }

  async #read(kind: RecordKind, id: string): Promise<JsonObject | undefined> {
    const key = await this.#keyOf(kind, id);
    return this.#open(key, await this.#store.read(key));
  }

  async #write(kind: RecordKind, id: string, record: JsonObject, ttlMs: number): Promise<void> {
    const key = await this.#keyOf(kind, id);
    await this.#store.write(key, await this.#platform.seal(JSON.stringify({ key, record })), ttlMs);
  }

  /** Decrypts a record; rejects a record that was moved to a different key. */
  async #open(key: string, sealed: string | undefined): Promise<JsonObject | undefined> {
    if (sealed === undefined) return undefined;
    try {
      const opened: unknown = JSON.parse(await this.#platform.unseal(sealed));
      if (isJsonObject(opened) && opened['key'] === key && isJsonObject(opened['record'])) return opened['record'];
      throw new Error('it belongs to another key');
    } catch (error) {
      this.#platform.report(`API: ${this.#api}`, `A stored record was ignored: ${messageOf(error)}`);
      return undefined;
    }
  }

  async #keyOf(kind: RecordKind, id: string): Promise<string> {
    const { issuer, authorizationEndpoint, tokenEndpoint, clientId, scopes } = this.#definition;
    const owner = JSON.stringify([issuer, authorizationEndpoint, tokenEndpoint, clientId, scopes, id]);
    return `oauth:${this.#platform.server}:${this.#api}:${kind}:${await hashText(owner)}`;
  }
}
