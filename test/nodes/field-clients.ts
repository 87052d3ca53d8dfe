import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema, ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished, vi } from 'vitest';
import { HttpTarget } from '../wire/http-kit.js';
import { modern } from '../wire/wire.js';

/** Milliseconds after which a call without an answer counts as lost. */
const lostMs = 30_000;

/** Errors that a client gets for a call that was not finished: from the server, or from the balancer or the connection of a server that was killed. */
const unfinished =
  /The process that served the request has ended|The server is shutting down|Bad Gateway|Error: 502|terminated/u;

/** Outcomes of calls. */
export class Tally {
  sent = 0;
  answered = 0;
  /** Calls whose client got another answer than its own. */
  mixed = 0;
  /** Calls that were answered twice. */
  twice = 0;
  /** How often answers to questions were sent again. */
  repeated = 0;
  readonly errors: string[] = [];

  /** Calls that ended with an error after which their clients may try again. */
  get unfinished(): number {
    return this.errors.filter((error) => unfinished.test(error)).length;
  }

  /** Errors of calls that should not have failed. */
  get faults(): readonly string[] {
    return this.errors.filter((error) => !unfinished.test(error) && !isLost(error));
  }

  /** Calls that got no answer. */
  get lost(): number {
    return this.errors.filter(isLost).length;
  }

  /** Counts a call that gives back what it was given. Resolves with whether it was answered. */
  async count(expected: string, call: Promise<string>): Promise<boolean> {
    this.sent += 1;
    try {
      if ((await call) === expected) this.answered += 1;
      else this.mixed += 1;
      return true;
    } catch (error) {
      this.errors.push(String(error));
      return false;
    }
  }
}

/** The official client, with a session. */
export interface FieldClient {
  readonly name: string;
  /** URIs of resources that were said to have changed. */
  readonly heard: string[];
  /** Progress that was reported to a call, by its id. */
  readonly progress: Map<string, number[]>;
  /** How many questions it was asked. */
  countQuestions(): number;
  call(tool: string, id: string): Promise<string>;
}

/**
 * Connects the official client. Its user answers every question with its name. The official client sends an answer once: here one
 * that was not confirmed is sent again.
 *
 * @param think Resolves when the user answers. Default: at once.
 */
export async function connectClient(
  url: string,
  name: string,
  tally: Tally,
  think: () => Promise<unknown> = async () => {},
): Promise<FieldClient> {
  const client = new Client({ name, version: '1.0.0' }, { capabilities: { elicitation: {} } });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: (address, init) => fetchPatiently(address, init, tally),
    reconnectionOptions: {
      initialReconnectionDelay: 50,
      reconnectionDelayGrowFactor: 1.5,
      maxReconnectionDelay: 500,
      maxRetries: 50,
    },
  });
  const heard: string[] = [];
  const progress = new Map<string, number[]>();
  let questions = 0;
  client.setRequestHandler(ElicitRequestSchema, async () => {
    questions += 1;
    await think();
    return { action: 'accept' as const, content: { name } };
  });
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void heard.push(params.uri));
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client has no other way
  client.onerror = ({ message }) => {
    if (message.includes('unknown message ID')) tally.twice += 1;
  };
  // Its own classes do not fit its own interface under exactOptionalPropertyTypes.
  await client.connect(transport as Transport);
  onTestFinished(() => client.close());
  const call = async (tool: string, id: string): Promise<string> => {
    const seen: number[] = [];
    progress.set(id, seen);
    const onprogress = (given: { readonly progress: number }) => void seen.push(given.progress);
    const { content } = await client.callTool({ name: tool, arguments: { id } }, undefined, {
      onprogress,
      timeout: lostMs,
    });
    const [{ text }] = content as [{ text: string }];
    return text;
  };
  await client.subscribeResource({ uri: 'field://news' });
  return { name, heard, progress, countQuestions: () => questions, call };
}

function isLost(error: string): boolean {
  return error.includes('Request timed out');
}

/** As `fetch`, but sends an answer to a question again until a server confirms it. */
async function fetchPatiently(url: string | URL, init: RequestInit = {}, tally: Tally): Promise<Response> {
  const isAnswer = typeof init.body === 'string' && !init.body.includes('"method":');
  for (;;) {
    const response = await fetch(url, init).catch((error: unknown) => {
      if (!isAnswer || init.signal?.aborted === true) throw error;
    });
    const isConfirmed = response !== undefined && response.status < 500;
    if (isConfirmed || (response !== undefined && !isAnswer)) return response;
    tally.repeated += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Calls a tool as a client of 2026-07-28 does, without a session. */
export async function callModern(url: string, tool: string, id: string, tally: Tally): Promise<string> {
  const { status, messages } = await new HttpTarget(url).post(
    modern(id, 'tools/call', { name: tool, arguments: { id } }),
  );
  if (messages.length > 1) tally.twice += 1;
  const text: unknown = messages[0]?.['result']?.content?.[0]?.text;
  if (typeof text !== 'string') throw new Error(`${status} ${JSON.stringify(messages)}`);
  return text;
}

/** Milliseconds between two calls of a client: what is tested are calls at every moment, not as many as possible. */
const pauseMs = 60;

/** Load that goes on until it is stopped: each client does one call after the other. */
export class Load {
  readonly tally: Tally;
  readonly #running: Promise<void>[];
  #isStopped = false;
  #last = 0;

  /**
   * @param url Of modern calls.
   * @param modernCallers How many clients make modern calls.
   * @param clients A client that is listed several times makes as many calls at once.
   * @param tools Tools that the official clients call, in turn.
   */
  constructor(
    url: string,
    clients: readonly FieldClient[],
    modernCallers: number,
    tally: Tally,
    tools: readonly string[] = ['echo', 'echo', 'greet'],
  ) {
    this.tally = tally;
    onTestFinished(() => void (this.#isStopped = true));
    const legacy = clients.map((client) => async (): Promise<void> => {
      this.#last += 1;
      const id = `load-${this.#last}`;
      const tool = tools[this.#last % tools.length] ?? 'echo';
      await tally.count(tool === 'greet' ? `${id} ${client.name}` : id, client.call(tool, id));
    });
    const modernCalls = Array.from({ length: modernCallers }, () => async (): Promise<void> => {
      this.#last += 1;
      const id = `load-${this.#last}`;
      await tally.count(id, callModern(url, 'echo', id, tally));
    });
    this.#running = [...legacy, ...modernCalls].map(async (work) => {
      while (!this.#isStopped) {
        await work();
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    });
  }

  /** Resolves when so many more calls were sent and settled. */
  async more(calls: number): Promise<void> {
    const { tally } = this;
    const wanted = tally.answered + calls;
    await vi.waitUntil(() => tally.answered >= wanted, { timeout: 120_000, interval: 10 });
  }

  /** Sends no more calls; resolves when all are settled. */
  async stop(): Promise<Tally> {
    this.#isStopped = true;
    await Promise.all(this.#running);
    return this.tally;
  }
}
