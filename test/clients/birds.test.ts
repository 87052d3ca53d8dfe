import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientKinds, type ConnectedClient, type FormAnswer } from './client-kinds.js';

const server = 'dist/birds/server.mjs';

const swan: { readonly [message: string]: string | boolean } = {
  'What are its feet like? Leave any question empty if you cannot tell.': 'webbed',
  'What is its bill like?': 'flat',
  'Does it have a long neck?': true,
  'What is its main color?': 'white',
  'What do you notice about its head?': 'yellow bill',
  'All of this fits the whooper swan: All white, with a straight neck; its call is like a bugle. Is that the bird?': true,
};

describe.each(clientKinds)('birds, $name', ({ connect }) => {
  let client: ConnectedClient;
  let answer: FormAnswer = () => undefined;
  const asked: string[] = [];

  beforeAll(async () => {
    client = await connect(server, {}, (message) => (asked.push(message), answer(message)));
    await client.listTools();
  });

  afterAll(async () => {
    expect(await client.close()).toMatchObject({ exitCode: 0, survivors: [] });
  });

  /** Calls the tool for a person who answers so; gives the questions, too. */
  async function identify(given: FormAnswer) {
    answer = given;
    asked.length = 0;
    return { asked, result: await client.callTool('identify_bird', {}) };
  }

  test('a person answers, question after question, and learns which bird it was', async () => {
    const { asked, result } = await identify((message) => ({ answer: swan[message] ?? '' }));
    expect(asked).toEqual(Object.keys(swan));
    expect(result).toMatchObject({
      structuredContent: {
        bird: { name: 'whooper swan', latin: 'Cygnus cygnus', uri: 'birds://guide/whooper-swan' },
        group: 'swans',
        candidates: ['whooper swan'],
      },
    });
  });

  test('a person who knows nothing at all is asked no more often than the clients go along with', async () => {
    const { asked, result } = await identify(() => ({}));
    expect(asked).toHaveLength(10);
    expect(result).toMatchObject({ structuredContent: { group: 'birds', seen: {} } });
  });

  test('a person who declines is asked nothing more', async () => {
    const { asked, result } = await identify((message) =>
      message.startsWith('What are its feet') ? { answer: 'talons' } : undefined,
    );
    expect(asked).toHaveLength(2);
    expect(result).toMatchObject({ structuredContent: { group: 'birds', seen: { feet: 'talons' } } });
  });

  test('the prompt and the page of a bird', async () => {
    answer = () => ({ place: 'Kew', count: 2 });
    expect(await client.getPrompt('field_report', { bird: 'Strix aluco' })).toMatchObject({
      messages: [{ role: 'user', content: { text: expect.stringContaining('- place: Kew\n- count: 2') as string } }],
    });
    expect(await client.readResource('birds://guide/tawny-owl')).toMatchObject({
      contents: [{ mimeType: 'text/markdown', text: expect.stringMatching(/^# Tawny owl\n/u) as string }],
    });
  });

  test('a client that cannot ask is told so', async () => {
    const unable = await connect(server);
    await unable.listTools();
    const result = await unable.callTool('identify_bird', {}).catch((error: unknown) => error);
    expect(JSON.stringify(result)).toContain('elicitation');
    expect(await unable.close()).toMatchObject({ exitCode: 0, survivors: [] });
  });
});
