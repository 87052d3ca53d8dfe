import { tokenEstimate } from '../../generator/outputs/inspect/estimate-tokens.js';
import type { AskedServer } from '../kit/ask-server.js';
import { isObject } from '../../generator/core/schema/mock-values.js';

/** Descriptor of a tool. */
export interface ListedTool {
  readonly name: string;
  readonly inputSchema: { readonly properties?: { readonly [name: string]: unknown } };
}

/** Result of a tool as a model gets it. */
export interface ReadAnswer {
  readonly text: string;
  /** The structured content, else the text, as JSON where it is JSON. */
  readonly value: unknown;
  readonly isError: boolean;
}

/** Cost of a task for a model. Tokens are estimates. */
export interface Spent {
  /** Answers of the model that call tools. Calls that do not need each other's results are in one. */
  turns: number;
  /** Tokens of results: their text, since many hosts show the model no structured content. */
  read: number;
  /** Tokens of tool names and arguments. */
  written: number;
  /** Questions to the user. */
  questions: number;
}

interface QueuedCall {
  readonly name: string;
  readonly input: object;
  readonly resolve: (answer: ReadAnswer) => void;
  readonly reject: (error: unknown) => void;
}

const capabilities = { elicitation: { form: {} } };
const maxQuestions = 5;

/** A model that works on a task: calls of one turn of the event loop are one turn of the model. */
export class ModelSession {
  readonly spent: Spent = { turns: 0, read: 0, written: 0, questions: 0 };
  readonly #server: AskedServer;
  #queue: QueuedCall[] = [];

  constructor(server: AskedServer) {
    this.#server = server;
  }

  /** Calls a tool. An answer that is an error is no exception. */
  call(name: string, input: object): Promise<ReadAnswer> {
    if (this.#queue.length === 0) setImmediate(() => void this.#takeTurn());
    return new Promise((resolve, reject) => this.#queue.push({ name, input, resolve, reject }));
  }

  async #takeTurn(): Promise<void> {
    const calls = this.#queue;
    this.#queue = [];
    this.spent.turns += 1;
    const answers: (() => void)[] = [];
    for (const { name, input, resolve, reject } of calls) {
      this.spent.written += tokenEstimate.count(`${name} ${JSON.stringify(input)}`);
      try {
        const answer = await this.#ask({ name, arguments: input });
        this.spent.read += tokenEstimate.count(answer.text);
        answers.push(() => resolve(answer));
      } catch (error) {
        answers.push(() => reject(error));
      }
    }
    // The model reads the answers of a turn together.
    for (const give of answers) give();
  }

  /** Says yes to every question. */
  async #ask(params: object): Promise<ReadAnswer> {
    let replies: object = {};
    for (let round = 0; round <= maxQuestions; round += 1) {
      const { result, error } = await this.#server.ask('tools/call', { ...params, ...replies }, capabilities);
      if (error !== undefined) throw new Error(`${error.code}: ${error.message}`);
      if (result.resultType !== 'input_required') return readAnswer(result as CallResult);
      const questions = Object.entries(result.inputRequests as { readonly [key: string]: Question });
      this.spent.questions += questions.length;
      const inputResponses = Object.fromEntries(questions.map(([key, question]) => [key, agree(question)]));
      replies = { requestState: result.requestState as unknown, inputResponses };
    }
    throw new Error(`The server asked more than ${maxQuestions} times`);
  }
}

interface CallResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

interface Question {
  readonly params: { readonly requestedSchema: { readonly properties: { readonly [name: string]: object } } };
}

function agree({ params }: Question): object {
  const names = Object.keys(params.requestedSchema.properties);
  return { action: 'accept', content: Object.fromEntries(names.map((name) => [name, true])) };
}

function readAnswer({ content, structuredContent, isError = false }: CallResult): ReadAnswer {
  const text = content.map((block) => block.text ?? JSON.stringify(block)).join('\n');
  return { text, value: withoutNotes(structuredContent ?? parse(text)), isError };
}

/** A list that is not whole has notes next to it. */
function withoutNotes(value: unknown): unknown {
  return isObject(value) && Object.keys(value).join() === 'result,_notes' ? value['result'] : value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** All tools that a server lists. */
export async function listTools(server: AskedServer): Promise<readonly ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: unknown;
  do {
    const { result } = await server.ask('tools/list', cursor === undefined ? {} : { cursor });
    tools.push(...(result.tools as readonly ListedTool[]));
    cursor = result.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

/** Whether a value, or a value somewhere in it, has the JSON of an expected one; the order of members does not matter. */
export function holds(value: unknown, expected: unknown): boolean {
  if (print(value) === print(expected)) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((member) => holds(member, expected));
}

function print(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : member,
  );
}
