import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { fetchJson, IssuerError } from './fetch-json.js';
import { isLocalUrl, isSecureUrl } from './secure-url.js';

/** Time in milliseconds after which keys are fetched again, and after which old keys are no longer used. */
const freshMs = 10 * 60 * 1000;
const usableMs = 60 * 60 * 1000;
/** Minimum interval in milliseconds between requests for unknown key IDs, and after a failed request. */
const pauseMs = 10_000;
/** Time in milliseconds after which metadata is fetched again. */
const metadataMs = 60 * 60 * 1000;
/** Maximum number of keys of an issuer that are examined. */
const maxKeys = 100;

/** Public keys of an issuer, as it publishes them (JWK). */
interface KeySet {
  readonly keys: readonly JsonObject[];
  readonly at: number;
}

/** Metadata member with the URL of an endpoint. */
export type EndpointMember = 'authorization_endpoint' | 'introspection_endpoint' | 'jwks_uri' | 'token_endpoint';

/** Issuer of access tokens: its metadata and keys. Both are fetched on first use and cached. */
export class Issuer {
  readonly url: string;
  #metadata: { readonly json: JsonObject; readonly at: number } | undefined;
  #fetchingMetadata: Promise<JsonObject> | undefined;
  #metadataFailedAt = -Infinity;
  #keys: KeySet | undefined;
  #fetching: Promise<KeySet> | undefined;
  #lastSearch = -Infinity;
  #failedAt = -Infinity;

  /** @param url The issuer, exactly as its tokens name it. */
  constructor(url: string) {
    this.url = url;
  }

  /**
   * Finds the matching keys. If there are none, the keys are fetched again, unless they were requested recently.
   *
   * @throws IssuerError if the keys cannot be fetched.
   */
  async findKeys(fits: (key: JsonObject) => boolean): Promise<readonly JsonObject[]> {
    const now = performance.now();
    const cached = this.#keys;
    const isFresh = cached !== undefined && now - cached.at < freshMs;
    const current = isFresh ? cached : await this.#refresh(cached);
    const found = current.keys.filter(fits);
    if (found.length > 0) return found;
    if (this.#fetching === undefined) {
      if (now - this.#lastSearch < pauseMs) return found;
      this.#lastSearch = now;
    }
    return (await this.#refresh(current)).keys.filter(fits);
  }

  /**
   * Returns the URL of an endpoint from the metadata.
   *
   * @throws IssuerError if there is none, or if it is not secure.
   * @see https://www.rfc-editor.org/rfc/rfc8414#section-2
   */
  async findEndpoint(member: EndpointMember): Promise<string> {
    const url = (await this.readMetadata())[member];
    // A public issuer must not direct the server to its own machine.
    const isAllowed = typeof url === 'string' && isEndpoint(url) && (!isLocalUrl(url) || isLocalUrl(this.url));
    if (!isAllowed) throw new IssuerError(`${this.url}: its metadata has no valid \`${member}\``);
    return url;
  }

  /**
   * Returns the cached metadata, or fetches it. Concurrent calls share the request; a failed request is not repeated
   * immediately.
   *
   * @throws IssuerError if it cannot be fetched.
   */
  async readMetadata(): Promise<JsonObject> {
    const cached = this.#metadata;
    if (cached !== undefined && performance.now() - cached.at < metadataMs) return cached.json;
    if (this.#fetchingMetadata === undefined && performance.now() - this.#metadataFailedAt < pauseMs) {
      throw new IssuerError(`${this.url}: a recent attempt to fetch its metadata failed`);
    }
    this.#fetchingMetadata ??= fetchMetadata(this.url).finally(() => {
      this.#fetchingMetadata = undefined;
    });
    try {
      const json = await this.#fetchingMetadata;
      this.#metadata = { json, at: performance.now() };
      return json;
    } catch (error) {
      this.#metadataFailedAt = performance.now();
      throw error;
    }
  }

  /** Fetches the keys. If this fails or has failed recently, returns cached keys that have not expired. */
  async #refresh(cached: KeySet | undefined): Promise<KeySet> {
    const usable = cached !== undefined && performance.now() - cached.at < usableMs ? cached : undefined;
    if (this.#fetching === undefined && performance.now() - this.#failedAt < pauseMs) {
      if (usable !== undefined) return usable;
      throw new IssuerError(`${this.url}: a recent attempt to fetch its keys failed`);
    }
    this.#fetching ??= this.#fetchKeys().finally(() => {
      this.#fetching = undefined;
    });
    try {
      return await this.#fetching;
    } catch (error) {
      this.#failedAt = performance.now();
      if (usable === undefined) throw error;
      return usable;
    }
  }

  async #fetchKeys(): Promise<KeySet> {
    const { keys } = await fetchJson(await this.findEndpoint('jwks_uri'));
    if (!Array.isArray(keys)) throw new IssuerError(`${this.url}: its keys are not an array`);
    this.#keys = { keys: keys.slice(0, maxKeys).filter(isJsonObject), at: performance.now() };
    return this.#keys;
  }
}

/** Whether a string is the URL of an endpoint, which can have a query, unlike an issuer. */
export function isEndpoint(text: string): boolean {
  const [url = ''] = text.split('?', 1);
  return isSecureUrl(url) && URL.canParse(text);
}

/**
 * Fetches the metadata of an issuer, from the URLs in the order of the specification.
 *
 * @throws IssuerError if no URL returns metadata of exactly this issuer.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/authorization-server-discovery
 */
async function fetchMetadata(issuer: string): Promise<JsonObject> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  const candidates = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  const reasons: string[] = [];
  for (const url of new Set(candidates)) {
    try {
      const json = await fetchJson(url);
      if (json['issuer'] === issuer) return json;
      reasons.push(`${url}: names another issuer`);
    } catch (error) {
      reasons.push((error as IssuerError).message);
    }
  }
  throw new IssuerError(`No metadata for the issuer ${issuer}: ${reasons.join('; ')}`);
}
