import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Message } from '../kit/talk.js';

export type Era = 'legacy' | 'modern';

/** What the user says to a question. */
export type Reply =
  | { readonly action: 'accept'; readonly content: object }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** A request that was played to its end. */
export interface Played {
  /** What the user was asked, in this order. */
  readonly asked: readonly string[];
  /** The answer to the request. */
  readonly answer: Message;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** What is told about a question: its message and its form. */
export type Answering = (message: string, form: Form) => Reply;

export interface Form {
  readonly properties: { readonly [name: string]: { readonly type: string } };
}

/**
 * Sends one request to a fresh server on stdio and answers its questions: in the legacy era the requests of the server, in the
 * modern one the rounds of the request.
 *
 * @param params Of the request.
 * @param capabilities Of the client.
 */
export async function play(
  server: string,
  era: Era,
  method: string,
  params: object,
  answering: Answering,
  capabilities: object = { elicitation: {} },
): Promise<Played> {
  const talk = openTalk(server);
  const playEra = era === 'legacy' ? playLegacy : playModern;
  const played = await playEra(talk, method, params, answering, capabilities);
  return { ...played, ...(await talk.end()) };
}

/** The text of the first block of a result. */
export function textOf({ answer }: Played): string {
  return (answer.result as { content: readonly { text: string }[] }).content[0]?.text ?? '';
}

interface Talk {
  /** Sends a message and waits for the next one of the server. */
  exchange(message: object): Promise<Message>;
  end(): Promise<{ readonly stderr: string; readonly exitCode: number | null }>;
}

function openTalk(server: string): Talk {
  const child = spawn(process.execPath, [server]);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    exchange: async (message) => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      const line = await lines.next();
      if (line.done === true) throw new Error(`The server has ended: ${stderr}`);
      return JSON.parse(line.value) as Message;
    },
    end: async () => {
      child.stdin.end();
      return { exitCode: await closed, stderr };
    },
  };
}

type PlayEra = (
  talk: Talk,
  method: string,
  params: object,
  answering: Answering,
  capabilities: object,
) => Promise<Pick<Played, 'asked' | 'answer'>>;

const playLegacy: PlayEra = async (talk, method, params, answering, capabilities) => {
  const clientInfo = { name: 'player', version: '1.0.0' };
  const hello = { protocolVersion: '2025-11-25', capabilities, clientInfo };
  await talk.exchange({ id: 'hello', method: 'initialize', params: hello });
  const asked: string[] = [];
  let message = await talk.exchange({ id: 'call', method, params });
  while (message.method === 'elicitation/create') {
    const result = reply(message.params, answering, asked);
    message = await talk.exchange({ id: message.id, result });
  }
  return { asked, answer: message };
};

const playModern: PlayEra = async (talk, method, params, answering, capabilities) => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const asked: string[] = [];
  let answer = await talk.exchange({ id: 0, method, params: { ...params, _meta } });
  for (let round = 1; answer.result?.resultType === 'input_required'; round += 1) {
    const { inputRequests, requestState } = answer.result as InputRequired;
    const replies = Object.entries(inputRequests).map(([key, each]) => [key, reply(each.params, answering, asked)]);
    const more = { requestState, inputResponses: Object.fromEntries(replies) as object };
    answer = await talk.exchange({ id: round, method, params: { ...params, ...more, _meta } });
  }
  return { asked, answer };
};

interface InputRequired {
  readonly inputRequests: { readonly [key: string]: Message };
  readonly requestState: string;
}

function reply(params: Message['params'], answering: Answering, asked: string[]): Reply {
  const { message, requestedSchema } = params as { message: string; requestedSchema: Form };
  asked.push(message);
  return answering(message, requestedSchema);
}
