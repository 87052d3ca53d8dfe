import type { HandlerContext } from '../../runtime/index.js';
import { converse, initialize, initialized, modern, request, type Subject, type Wire } from './wire.js';

/** The schema of the question for a name. */
export const nameSchema = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
} as const;

/** A handler that asks. */
export type Asking = (input: Record<string, unknown>, context: HandlerContext) => unknown;

/** Capabilities of a client unless a test says otherwise. */
export const ableClient = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** The answer to the question for a name. */
export const named = (name: string) => ({ action: 'accept', content: { name } });

/** The text of a tool's result. */
export const textOf = (answer: Wire | undefined): string => answer?.['result'].content[0].text;

/** Gives a client's answers, by the key of the question. */
export type Answering = (key: string, asked: Wire) => unknown;

/** The call of the tool `probe` in the modern era, in the first round or a later one. */
export function probe(id: unknown, more: object = {}, capabilities: object = ableClient): Wire {
  return modern(
    id,
    'tools/call',
    { name: 'probe', arguments: {}, ...more },
    { 'io.modelcontextprotocol/clientCapabilities': capabilities },
  );
}

/** A round of questions: what was asked, and the state. */
export interface Rounds {
  /** Messages of the questions of each round, by key. */
  readonly asked: readonly { readonly [key: string]: string }[];
  readonly result: Wire;
}

/** Answers all that a modern request asks until there is a result. */
export async function playModern(subject: Subject, answering: Answering, first: object = {}): Promise<Rounds> {
  const talk = converse(subject);
  const asked: { [key: string]: string }[] = [];
  let answer = await talk.ask(probe(0, first));
  while (answer['result']?.resultType === 'input_required') {
    const { inputRequests, requestState } = answer['result'];
    const entries = Object.entries(inputRequests as Record<string, Wire>);
    asked.push(Object.fromEntries(entries.map(([key, each]) => [key, each['params']?.message ?? each['method']])));
    const inputResponses = Object.fromEntries(entries.map(([key, each]) => [key, answering(key, each)]));
    answer = await talk.ask(probe(asked.length, { ...first, requestState, inputResponses }));
  }
  await talk.end();
  return { asked, result: answer };
}

/** Answers all that a legacy request asks until there is a result. */
export async function playLegacy(subject: Subject, answering: Answering, first: object = {}): Promise<Rounds> {
  const talk = converse(subject);
  await talk.ask(initialize(0, '2025-11-25', ableClient));
  talk.send(initialized);
  const asked: { [key: string]: string }[] = [];
  let message = await talk.ask(request(1, 'tools/call', { name: 'probe', arguments: {}, ...first }));
  while (message['method'] !== undefined) {
    const { id, method, params } = message;
    asked.push({ [id as string]: params?.message ?? method });
    message = await talk.ask({ jsonrpc: '2.0', id, result: answering(id as string, message) });
  }
  await talk.end();
  return { asked, result: message };
}
