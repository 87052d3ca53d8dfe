import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

interface Line {
  readonly id?: string | number;
  readonly method?: string;
}

/** Contents that the user gives, by the message of the question. */
const contents: { readonly [message: string]: object } = {
  'Lend 9?': { weeks: 2 },
  'Borrow 9?': { weeks: 2 },
  'Who are you?': { name: 'Ada' },
};

const client = { capabilities: { elicitation: {} }, clientInfo: { name: 'c', version: '1' } };

/** The requests, each sent when the one before has its answer. */
const requests: readonly (readonly [method: string, params: object])[] = [
  ['initialize', { protocolVersion: '2025-06-18', ...client }],
  ['tools/list', {}],
  ['tools/call', { name: 'find_books', arguments: { query: 'Dune' } }],
  ['tools/call', { name: 'lend_book', arguments: { isbn: '9' } }],
  ['tools/call', { name: 'lend_book', arguments: { isbn: '' } }],
  ['tools/call', { name: 'bind_book', arguments: {} }],
  ['prompts/get', { name: 'recommend', arguments: { topic: 'sand' } }],
  ['resources/read', { uri: 'shelf://books' }],
];

/**
 * Talks to a server over stdio as a user with an answer for each question.
 *
 * @param count Requests to send; default: all.
 * @returns the lines that the server writes to stdout
 */
export async function play(server: string, count = requests.length): Promise<readonly string[]> {
  const child = spawn(process.execPath, [server], { stdio: ['pipe', 'pipe', 'ignore'] });
  const written = createInterface(child.stdout)[Symbol.asyncIterator]();
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const lines: string[] = [];
  for (const [index, [method, params]] of requests.slice(0, count).entries()) {
    send({ id: index, method, params });
    for (;;) {
      const { value } = (await written.next()) as { readonly value: string | undefined };
      if (value === undefined) throw new Error(`The server has ended after ${method}.`);
      lines.push(value);
      const {
        id,
        method: asked,
        params: question,
      } = JSON.parse(value) as Line & { readonly params?: { readonly message?: string } };
      if (asked === undefined && id === index) break;
      const content = contents[question?.message ?? ''];
      if (asked !== undefined && id !== undefined)
        send({ id, result: { action: content ? 'accept' : 'cancel', ...(content && { content }) } });
    }
    if (method === 'initialize') send({ method: 'notifications/initialized' });
  }
  child.stdin.end();
  return lines;
}
