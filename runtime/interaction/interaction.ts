import type { Conversation } from './conversation.js';

/** Observes when a handler works and when it waits for a question or a step. */
export interface WorkWatch {
  /** The handler is called. */
  start(handler: string): void;
  /** The question or step has ended. */
  resume(): void;
  /** The handler asks a question or begins a step. */
  pause(): void;
  /** The handler has reached a question or step of an earlier round. */
  recognise(): void;
}

/** Opens the conversation between a handler and its client. */
export interface InteractionSource {
  /** Id that earlier rounds of the request had. */
  readonly flowId?: string | undefined;
  readonly workWatch?: WorkWatch | undefined;
  /** Called when the handler first asks a question. Loads the code that questions need. */
  openConversation(interaction: Interaction): Promise<Conversation>;
}

/** The questions and steps of a handler while one request is served. */
export class Interaction {
  /** Functions that release what the handler holds when a question suspends it. */
  readonly releases: (() => unknown)[] = [];
  readonly workWatch: WorkWatch | undefined;
  readonly #source: InteractionSource;
  #flowId: string | undefined;
  #conversation: Promise<Conversation> | undefined;
  #openQuestions = 0;
  #onAsking: ((isAsking: boolean) => void) | undefined;

  constructor(source: InteractionSource) {
    this.#source = source;
    this.#flowId = source.flowId;
    this.workWatch = source.workWatch;
  }

  /** Id that is the same in all rounds of a request. */
  get flowId(): string {
    return (this.#flowId ??= crypto.randomUUID());
  }

  /** Runs a step in the conversation. */
  async converse<Result>(use: (conversation: Conversation) => Promise<Result>): Promise<Result> {
    this.workWatch?.pause();
    try {
      return await use(await (this.#conversation ??= this.#source.openConversation(this)));
    } finally {
      this.workWatch?.resume();
    }
  }

  /** Asks a question in the conversation. */
  async ask<Answer>(use: (conversation: Conversation) => Promise<Answer>): Promise<Answer> {
    this.#openQuestions += 1;
    if (this.#openQuestions === 1) this.#onAsking?.(true);
    try {
      return await this.converse(use);
    } finally {
      this.#openQuestions -= 1;
      if (this.#openQuestions === 0) this.#onAsking?.(false);
    }
  }

  /** @param listener Called when the first question is asked, and when no question is open any more. */
  watch(listener: (isAsking: boolean) => void): void {
    this.#onAsking = listener;
    if (this.#openQuestions > 0) listener(true);
  }
}
