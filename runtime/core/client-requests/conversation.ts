import type { ElicitationDefinition } from '../api/definition.js';
import type { ElicitOptions, ClientRequestOptions, RequestedSchema, SamplingParams } from '../api/handler-context.js';
import type { RequestSpan } from '../api/telemetry.js';
import type { Caller } from '../exchange/exchange.js';
import type { TaskSwitch } from '../service/task-port.js';
import type { JsonObject } from '../../wire/json.js';
import type { ClientRequester } from '../exchange/client-requester.js';
import type { ReplayWatch } from './replay-watch.js';
import type * as SendRequests from './send-requests.js';
import type { RequestSource } from './send-requests.js';

/** The code of client requests, once any handler has sent one. */
let loaded: typeof SendRequests | undefined;

/** Parts of a call that depend on the era. */
export interface CallSource {
  /** Idempotency key from earlier rounds of the request. */
  readonly idempotencyKey?: string | undefined;
  readonly replayWatch?: ReplayWatch | undefined;
  readonly task?: TaskSwitch | undefined;
  /** Called by the first client request or step. Loads the requester of the era. */
  openRequester(conversation: Conversation): Promise<ClientRequester>;
}

/**
 * Client requests and steps of a handler, independent of the era.
 *
 * @see docs/decisions/0034-elicitation-is-one-await-in-both-eras.md
 */
export class Conversation {
  /** Functions that release resources if a client request suspends the handler. */
  readonly releases: (() => unknown)[];
  readonly replayWatch: ReplayWatch | undefined;
  /**
   * Advice to the model if the results of steps exceed the maximum size of a state: the tool then returns an error with
   * this advice. Absent: the request fails.
   */
  stateAdvice: string | undefined;
  readonly #caller: Caller;
  readonly #source: CallSource;
  readonly #span: RequestSpan | undefined;
  #idempotencyKey: string | undefined;
  #requester: Promise<ClientRequester> | undefined;
  #openRequests = 0;
  readonly #branches = new Set<Conversation>();
  #onAsking: ((isAsking: boolean) => void) | undefined;

  /**
   * @param span Span of the request. `undefined` without telemetry.
   * @param releases Functions of the parent conversation, for a branch.
   */
  constructor(caller: Caller, source: CallSource, span?: RequestSpan, releases: (() => unknown)[] = []) {
    this.releases = releases;
    this.#caller = caller;
    this.#source = source;
    this.#span = span;
    this.#idempotencyKey = source.idempotencyKey;
    this.replayWatch = source.replayWatch;
  }

  /** Key that all rounds of a request share. */
  get idempotencyKey(): string {
    return (this.#idempotencyKey ??= crypto.randomUUID());
  }

  /**
   * @param listener Called with `true` when a first client request is open, and with `false` when no client request is
   *   open.
   */
  watch(listener: (isAsking: boolean) => void): void {
    this.#onAsking = listener;
    if (this.#openRequests > 0) listener(true);
  }

  /**
   * Sends an elicitation with a form or a page.
   *
   * @param elicitationId Id of the elicitation, in protocol versions that have such ids.
   * @throws TypeError for a malformed message, schema or URL.
   */
  async elicit(
    message: string,
    target: RequestedSchema | { readonly url: string },
    options?: ElicitOptions,
    elicitationId?: string,
  ): Promise<JsonObject> {
    return this.#send(({ elicit }) => elicit(this.#requests, message, target, options, elicitationId));
  }

  /**
   * Sends an elicitation that the definition declares.
   *
   * @param values Values of the placeholders in the elicitation.
   */
  async elicitDeclared(key: string, elicitation: ElicitationDefinition, values: JsonObject): Promise<JsonObject> {
    return this.#send(({ elicitDeclared }) => elicitDeclared(this.#requests, key, elicitation, values));
  }

  /**
   * Asks the client's model for a message. Context is requested only from clients that declare it.
   *
   * @throws TypeError for malformed messages and for tool uses without results.
   */
  async sample(params: SamplingParams, options?: ClientRequestOptions): Promise<JsonObject> {
    return this.#send(({ sample }) => sample(this.#requests, params, options));
  }

  /** Requests the folders that the client works in. */
  async roots(options?: ClientRequestOptions): Promise<unknown> {
    return this.#send(({ roots }) => roots(this.#requests, options));
  }

  /** Whether the client supports URL mode elicitation. */
  async canShowPages(): Promise<boolean> {
    return this.#send(async ({ canShowPages }) => canShowPages(this.#requests));
  }

  /** Whether the handler has sent a client request or run a step. */
  get hasBegun(): boolean {
    return this.#requester !== undefined;
  }

  /** Whether a client request is open. */
  get isAsking(): boolean {
    return this.#openRequests > 0;
  }

  /** Creates the conversation of a nested call: its client requests and steps belong to the same request. */
  branch(): Conversation {
    const openRequester = (): Promise<ClientRequester> => this.#openRequester();
    const branch = new Conversation(
      this.#caller,
      { idempotencyKey: this.idempotencyKey, openRequester },
      this.#span,
      this.releases,
    );
    this.#branches.add(branch);
    return branch;
  }

  /** Ends a branch, whose client requests no longer count. */
  endBranch(branch: Conversation): void {
    this.#branches.delete(branch);
  }

  /** Whether a client request of this conversation or of one of its branches is open. */
  get isAnyAsking(): boolean {
    return this.isAsking || [...this.#branches].some(({ isAsking }) => isAsking);
  }

  /**
   * Runs a step once in all rounds of a request.
   *
   * @param isAsking Whether the step currently waits for a client request.
   */
  async step(name: string, run: () => unknown, isAsking?: () => boolean): Promise<unknown> {
    return this.#send(({ step }) => step(this.#requests, name, run, isAsking));
  }

  get #requests(): RequestSource {
    return {
      caller: this.#caller,
      span: this.#span,
      converse: (use) => this.#converse(use),
      count: (send) => this.#count(send),
    };
  }

  async #count<Result>(send: () => Promise<Result>): Promise<Result> {
    this.#openRequests += 1;
    if (this.#openRequests === 1) this.#onAsking?.(true);
    try {
      return await send();
    } finally {
      this.#openRequests -= 1;
      if (this.#openRequests === 0) this.#onAsking?.(false);
    }
  }

  /** Loads the code of client requests, which most handlers never need. */
  async #send<Result>(use: (loaded: typeof SendRequests) => Promise<Result>): Promise<Result> {
    loaded ??= await this.unwatched(() => import('./send-requests.js'));
    return use(loaded);
  }

  #openRequester(): Promise<ClientRequester> {
    return (this.#requester ??= this.#source.openRequester(this));
  }

  #converse<Result>(use: (requester: ClientRequester) => Promise<Result>): Promise<Result> {
    return this.unwatched(async () => use(await this.#openRequester()));
  }

  /** Does work that does not count as repeated work of the handler. */
  async unwatched<Result>(work: () => Promise<Result>): Promise<Result> {
    this.replayWatch?.pause();
    try {
      return await work();
    } finally {
      this.replayWatch?.resume();
    }
  }
}
