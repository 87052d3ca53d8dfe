import type { CallerToken } from '../../core/api/auth.js';
import type {
  BrowserPage,
  DelegatedCall,
  DelegatedToken,
  Delegation,
  DelegationPlatform,
  DelegationSource,
} from '../../core/api/delegation.js';
import type { HttpRequestInfo } from '../../core/api/request-context.js';
import { StoreError } from '../../core/api/store.js';
import { IssuerError } from '../auth/fetch-json.js';
import { ForwardError } from '../../core/results/forward-error.js';
import { CredentialsError } from '../../core/api/errors.js';
import type { TokenSource } from './token-source.js';

/** One API that is called on behalf of callers. */
export interface DelegatedApi {
  /** Name of the API. */
  readonly api: string;
  /**
   * Reads environment variables.
   *
   * @throws TypeError for a missing or invalid value.
   */
  open(platform: DelegationPlatform): OpenApi;
}

/** An API whose environment variables were read. */
export interface OpenApi {
  readonly source: TokenSource;
  /** Lists the paths of the pages. */
  readonly listPages?: () => readonly string[];
  /** Returns a function that serves a browser; `undefined` for a path that is not a page of the API. */
  readonly findPage?: (request: HttpRequestInfo) => (() => Promise<BrowserPage>) | undefined;
}

/** Declares the APIs that are called on behalf of callers. The server opens the result when it starts. */
export function delegate(apis: readonly DelegatedApi[]): DelegationSource {
  return {
    open: (platform) => new CallerDelegation(new Map(apis.map((each) => [each.api, each.open(platform)])), platform),
  };
}

class CallerDelegation implements Delegation {
  readonly #apis: ReadonlyMap<string, OpenApi>;
  readonly #platform: DelegationPlatform;

  constructor(apis: ReadonlyMap<string, OpenApi>, platform: DelegationPlatform) {
    this.#apis = apis;
    this.#platform = platform;
  }

  findToken(call: DelegatedCall): Promise<DelegatedToken> {
    return explainStore(call, async () => this.#sourceOf(call).findToken(await this.#findCaller(call)));
  }

  connect(call: DelegatedCall): Promise<void> {
    return explainStore(call, async () => this.#sourceOf(call).connect?.(await this.#findCaller(call), call.context));
  }

  listPages(): readonly string[] {
    return [...this.#apis.values()].flatMap(({ listPages }) => listPages?.() ?? []);
  }

  findPage(request: HttpRequestInfo): (() => Promise<BrowserPage>) | undefined {
    for (const { findPage } of this.#apis.values()) {
      const page = findPage?.(request);
      if (page !== undefined) return page;
    }
    return undefined;
  }

  #sourceOf({ api }: DelegatedCall): TokenSource {
    const declared = this.#apis.get(api);
    if (declared === undefined) throw new CredentialsError(`No credentials for the ${api} API`, 'nothing is declared');
    return declared.source;
  }

  /** @throws ForwardError for a caller without an access token. */
  async #findCaller({ api, context: { http } }: DelegatedCall): Promise<CallerToken> {
    try {
      const caller = http && (await this.#platform.access.findToken(http));
      if (caller !== undefined) return caller;
    } catch (error) {
      if (!(error instanceof IssuerError)) throw error;
      throw new CredentialsError(`No credentials for the ${api} API`, error.message);
    }
    const reason = 'it requires an access token that has not expired; an API key does not identify a user';
    throw new ForwardError(`The ${api} API is called on behalf of a user: ${reason}`);
  }
}

/** @throws CredentialsError if the store of the server cannot be reached. */
async function explainStore<Result>({ api }: DelegatedCall, use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    if (error instanceof StoreError) throw new CredentialsError(`No credentials for the ${api} API`, error.message);
    throw error;
  }
}
