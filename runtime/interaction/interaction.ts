import type { Conversation } from './conversation.js';

/** Hears when a handler works, and when it waits for what it has asked or for a step. */
export interface WorkWatch {
  /** The handler is called. */
  start(handler: string): void;
  /** What it has waited for is there. */
  resume(): void;
  /** The handler asks, or begins a step. */
  pause(): void;
  /** The handler has come to a question or step that it had come to in an earlier round. */
  recognise(): void;
}

/** What a talk with the client begins with. */
export interface InteractionSource {
  /** That of earlier rounds. */
  readonly flowId?: string | undefined;
  readonly workWatch?: WorkWatch | undefined;
  /** Called when the handler first asks something. */
  openConversation(interaction: Interaction): Promise<Conversation>;
}

/** The talk with the client while one request is served. What it takes is loaded when a handler first asks something. */
export class Interaction {
  /** What the handler wants to give back when it is left in the middle of a question. */
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

  /** The same in all rounds of a request. */
  get flowId(): string {
    return (this.#flowId ??= crypto.randomUUID());
  }

  /** Has something done that takes no time of the client's. */
  async converse<Result>(use: (conversation: Conversation) => Promise<Result>): Promise<Result> {
    this.workWatch?.pause();
    try {
      return await use(await (this.#conversation ??= this.#source.openConversation(this)));
    } finally {
      this.workWatch?.resume();
    }
  }

  /** Has something asked. */
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

  /** @param listener Told when the first question is asked, and when no question is open any more. */
  watch(listener: (isAsking: boolean) => void): void {
    this.#onAsking = listener;
    if (this.#openQuestions > 0) listener(true);
  }
}
