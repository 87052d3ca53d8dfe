import { createInterface } from 'node:readline';
import { startServer } from '../kit/start-server.js';
import type { Message } from '../kit/talk.js';

export type Era = 'legacy' | 'modern';

/** Answer of the user to a question. */
export type Reply =
  | { readonly action: 'accept'; readonly content: object }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** A request that was played to its end. */
export interface Played {
  /** Questions to the user, in this order. */
  readonly asked: readonly string[];
  /** The answer to the request. */
  readonly answer: Message;
}

/** How a server ended. */
export interface Ended {
  readonly stderr: string;
  readonly exitCode: number | string;
}

/** Message and form of a question. */
export type Answering = (message: string, form: Form) => Reply;

export interface Form {
  readonly properties: { readonly [name: string]: { readonly type: string } };
}

/** A client of a server on stdio, and the user in front of it. */
export interface Player {
  /**
   * Sends a request and answers its questions: in the legacy era the requests of the server, in the modern one the rounds of
   * the request.
   */
  play(method: string, params: object, answering: Answering): Promise<Played>;
  end(): Promise<Ended>;
}

/** Starts a server and says hello, where that is done. */
export async function openPlayer(
  server: string,
  era: Era,
  capabilities: object = { elicitation: {} },
): Promise<Player> {
  const talk = openTalk(server);
  if (era === 'modern') return { play: playModern(talk, capabilities), end: talk.end };
  const clientInfo = { name: 'player', version: '1.0.0' };
  const hello = { protocolVersion: '2025-11-25', capabilities, clientInfo };
  await talk.exchange({ id: 'hello', method: 'initialize', params: hello });
  talk.send({ method: 'notifications/initialized' });
  return { play: playLegacy(talk), end: talk.end };
}

/** The text of the first block of a result. */
export function textOf({ answer }: Played): string {
  return (answer.result as { content: readonly { text: string }[] }).content[0]?.text ?? '';
}

interface Talk {
  /** Sends a message and waits for the next one of the server. */
  exchange(message: object): Promise<Message>;
  /** Sends a message. */
  send(message: object): void;
  end(): Promise<Ended>;
}

function openTalk(server: string): Talk {
  const { child, output, exited } = startServer(server);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  return {
    send,
    exchange: async (message) => {
      send(message);
      const line = await lines.next();
      if (line.done === true) throw new Error(`The server has ended: ${output.stderr}`);
      return JSON.parse(line.value) as Message;
    },
    end: async () => {
      child.stdin.end();
      return { exitCode: await exited, stderr: output.stderr };
    },
  };
}

function playLegacy(talk: Talk): Player['play'] {
  let calls = 0;
  return async (method, params, answering) => {
    calls += 1;
    const asked: string[] = [];
    let message = await talk.exchange({ id: `call ${calls}`, method, params });
    while (message.method === 'elicitation/create') {
      const result = reply(message.params, answering, asked);
      message = await talk.exchange({ id: message.id, result });
    }
    return { asked, answer: message };
  };
}

function playModern(talk: Talk, capabilities: object): Player['play'] {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  let rounds = 0;
  return async (method, params, answering) => {
    const asked: string[] = [];
    let more: object = {};
    for (;;) {
      rounds += 1;
      const answer = await talk.exchange({ id: rounds, method, params: { ...params, ...more, _meta } });
      if (answer.result?.resultType !== 'input_required') return { asked, answer };
      const { inputRequests, requestState } = answer.result as InputRequired;
      const replies = Object.entries(inputRequests).map(([key, each]) => [key, reply(each.params, answering, asked)]);
      more = { requestState, inputResponses: Object.fromEntries(replies) as object };
    }
  };
}

interface InputRequired {
  readonly inputRequests: { readonly [key: string]: Message };
  readonly requestState: string;
}

function reply(params: Message['params'], answering: Answering, asked: string[]): Reply {
  const { message, requestedSchema } = params as { message: string; requestedSchema: Form };
  asked.push(message);
  return answering(message, requestedSchema);
}
