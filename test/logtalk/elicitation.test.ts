import { describe, expect, test } from 'vitest';
import { callTool, initialize, request } from './request.js';
import { serveFixture } from './serve-fixture.js';

const birds = serveFixture('birds');

const able = request('init', 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: { elicitation: {} },
  clientInfo: { name: 'test', version: '1.0' },
});
const reply = (number: number, result: object): object => ({ jsonrpc: '2.0', id: `elicit_${number}`, result });

describe('an expert system', () => {
  const play = async (answers: readonly object[]) => {
    const input = [able, callTool(2, 'identify_bird'), ...answers.map((each, index) => reply(index + 1, each))];
    const { messages, exitCode } = await birds.talk(input);
    expect(exitCode).toBe(0);
    return { questions: messages.slice(1, -1), text: messages.at(-1)?.['result'].content[0].text as string };
  };
  const say = (answer: string) => ({ action: 'accept', content: { answer } });

  test('knows no bird when all its questions are cancelled, whose answers were queued', async () => {
    const { questions, text } = await play(Array.from({ length: 64 }, () => ({ action: 'cancel' })));
    expect(questions[0]).toMatchObject({
      params: { requestedSchema: { properties: { answer: { enum: ['yes', 'no'] } } } },
    });
    expect(text).toBe('No bird could be identified from the given characteristics.');
    expect(questions.length).toBeGreaterThan(3);
  });

  test('asks nothing twice, and finds the bird', async () => {
    const yes = say('yes');
    const { questions, text } = await play([yes, yes, yes, say('medium'), say('flap_glide')]);
    expect(questions.map(({ params }) => params?.['message'])).toEqual([
      'nostrils: external_tubular?',
      'live: at_sea?',
      'bill: hooked?',
      'What is the value for size?',
      'What is the value for flight?',
    ]);
    expect(text).toBe('The bird is: fulmar');
  });

  test('cannot ask a client that does not say that it can be asked', async () => {
    const messages = await birds.tell([initialize('init'), callTool(2, 'identify_bird')]);
    expect(messages[1]?.['result'].isError).toBe(true);
  });
});
