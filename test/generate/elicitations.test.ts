import { describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { putFiles } from '../kit/make-folder.js';
import { talk } from '../kit/talk.js';
import { typeCheck } from '../kit/type-check.js';
import { modern } from '../wire/wire.js';

const definition = `
server: { name: shop, version: 1.0.0 }
tools:
  order_book:
    description: Orders a book.
    outputSchema: { type: object, properties: { order: { type: string } }, required: [order] }
    elicitations:
      confirm:
        message: 'Order {{title}} for {{price}}? \\{{'
        requestedSchema:
          type: object
          properties:
            ok: { type: boolean, title: 'Yes, order it' }
            wrapping: { type: string, oneOf: [{ const: none, title: None }, { const: gift, title: As a gift }] }
            extras: { type: array, items: { type: string, enum: [bookmark, receipt] } }
            "it's '*/": { type: string }
          required: [ok]
        unavailable: cancel
      user-name:
        message: "What's */ your \`name\`, \${user}?\\u2028"
        requestedSchema: { type: object, properties: { name: { type: string } }, required: [name] }
      pay: { message: Pay for it., url: 'https://example.com/pay/{{order}}' }
prompts:
  recommend:
    description: Recommends.
    elicitations:
      taste: { message: What do you like?, requestedSchema: { type: object, properties: { taste: { type: string } } } }
resources:
  shop://a:
    name: a
    elicitations: { which: { message: Which?, requestedSchema: { type: object, properties: { n: { type: integer } } } } }
resourceTemplates:
  shop://b/{id}:
    name: b
    elicitations: { which: { message: Which?, requestedSchema: { type: object, properties: { n: { type: integer } } } } }
`;

const orderBook = `
import type { OrderBook, OrderBookResult } from '../../generated/handlers.ts';

export const orderBook: OrderBook = async (_input, { elicitations }): Promise<OrderBookResult> => {
  const answer = await elicitations.confirm({ title: 'Dune', price: 9.5 });
  if (answer.action !== 'accept') return { order: answer.action };
  const wrapping: 'none' | 'gift' | undefined = answer.content.wrapping;
  const extras: readonly ('bookmark' | 'receipt')[] = answer.content.extras ?? [];
  const name = await elicitations['user-name']();
  const paid = await elicitations.pay({ order: 'a/b' });
  const who: string = name.action === 'accept' ? name.content.name : name.action;
  return { order: [answer.content.ok, wrapping, extras.length, who, paid.action].join() };
};
`;

const wrong = `
import type { OrderBook } from '../generated/handlers.ts';

export const orderBook: OrderBook = async (_input, { elicitations }) => {
  // @ts-expect-error -- A value is missing.
  const answer = await elicitations.confirm({ title: 'Dune' });
  // @ts-expect-error -- There may be no answer.
  void answer.content;
  if (answer.action !== 'accept') return { order: '' };
  // @ts-expect-error -- The form does not have this field.
  void answer.content.okay;
  // @ts-expect-error -- This question is not declared.
  await elicitations.play({ order: 'a' });
  return { order: 'a' };
};
`;

const taste = `
import type { RecommendPrompt } from '../../generated/handlers.ts';

export const recommendPrompt: RecommendPrompt = async (_values, { elicitations }) => {
  const answer = await elicitations.taste();
  return answer.action === 'accept' ? (answer.content.taste ?? 'nothing') : 'no answer';
};
`;

const which = (name: 'A' | 'B') => `
import type { ${name}Resource } from '../../generated/handlers.ts';

export const ${name.toLowerCase()}Resource: ${name}Resource = async (_, { elicitations }) => {
  const answer = await elicitations.which();
  return answer.action === 'accept' ? String(answer.content.n) : '';
};
`;

const files = {
  'package.json': '{ "type": "module" }',
  'definitions/shop.mcp.yaml': definition,
  'handlers/tools/order-book.ts': orderBook,
  'handlers/prompts/recommend.ts': taste,
  'handlers/resources/a.ts': which('A'),
  'handlers/resources/b.ts': which('B'),
};

const project = await createProject(files);
const server = await project.bundle();

const able = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {}, url: {} } } };

/** Answer of a fresh server to one request of a client that can be asked; all servers have the same key. */
async function ask(method: string, params: object) {
  const message = modern(1, method, params, able);
  const { messages } = await talk(server, [message], { MCP_STATE_KEYS: 'one-secret-of-at-least-32-characters' });
  return messages[0];
}

describe('questions of the definition', () => {
  test('have types that handlers fit to, and that refuse what is wrong', async () => {
    putFiles(project.folder, { 'handlers/wrong.ts': wrong });
    expect(await typeCheck(project.folder)).toBe('');
  });

  test('are asked by a server, round after round, by whichever process', async () => {
    const call = { name: 'order_book', arguments: {} };
    const first = await ask('tools/call', call);
    expect(first?.result.inputRequests.confirm).toEqual({
      method: 'elicitation/create',
      params: {
        message: 'Order Dune for 9.5? {{',
        requestedSchema: {
          type: 'object',
          properties: {
            ok: { type: 'boolean', title: 'Yes, order it' },
            wrapping: {
              type: 'string',
              oneOf: [
                { const: 'none', title: 'None' },
                { const: 'gift', title: 'As a gift' },
              ],
            },
            extras: { type: 'array', items: { type: 'string', enum: ['bookmark', 'receipt'] } },
            "it's '*/": { type: 'string' },
          },
          required: ['ok'],
        },
      },
    });
    const confirmed = { confirm: { action: 'accept', content: { ok: true, wrapping: 'gift', extras: ['receipt'] } } };
    const answers = [confirmed, { 'user-name': { action: 'decline' } }, { pay: { action: 'accept' } }];
    let last = first;
    for (const [index, inputResponses] of answers.entries()) {
      const { requestState } = last?.result ?? {};
      last = await ask('tools/call', { ...call, requestState, inputResponses });
      if (index === 0) {
        expect(last?.result.inputRequests['user-name'].params.message).toBe("What's */ your `name`, ${user}?\u2028");
      }
      if (index === 1) {
        expect(last?.result.inputRequests.pay.params).toEqual({
          mode: 'url',
          message: 'Pay for it.',
          url: 'https://example.com/pay/a%2Fb',
        });
      }
    }
    expect(last?.result.structuredContent).toEqual({ order: 'true,gift,1,decline,accept' });
  });

  test('need no earlier round when they are static', async () => {
    const inputResponses = {
      taste: { action: 'accept', content: { taste: 'poems' } },
      which: { action: 'accept', content: { n: 7 } },
    };
    const prompt = await ask('prompts/get', { name: 'recommend', inputResponses });
    expect(prompt?.result.messages[0].content.text).toBe('poems');
    for (const uri of ['shop://a', 'shop://b/1']) {
      const read = await ask('resources/read', { uri, inputResponses });
      expect(read?.result.contents[0].text).toBe('7');
    }
  });

  test('tell a handler of clients that cannot be asked, where it is declared so', async () => {
    const params = { name: 'order_book', arguments: {} };
    const { messages } = await talk(server, [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params }]);
    expect(messages[0]?.result.structuredContent).toEqual({ order: 'cancel' });
  });
});
