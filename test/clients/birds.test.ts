import { describe, expect, test } from 'vitest';
import { clientKinds, type FormAnswer } from './client-kinds.js';

const server = 'dist/birds/server.mjs';

const swan: { readonly [message: string]: string | boolean } = {
  'What are its feet like? Leave this empty, as any other question, if you cannot tell.': 'webbed',
  'What is its bill like?': 'flat',
  'Has it a long neck?': true,
  'What colour is most of it?': 'white',
  'What do you notice about its head?': 'yellow bill',
  'All of this fits the whooper swan: All white, with a straight neck; its call is like a bugle. Is that the bird?': true,
};

describe.each(clientKinds)('birds, $name', ({ connect }) => {
  /** Calls a tool of a fresh server; gives the questions, too. */
  async function identify(answer?: FormAnswer) {
    const asked: string[] = [];
    const client = await connect(server, {}, answer && ((message) => (asked.push(message), answer(message))));
    await client.listTools();
    const result = await client.callTool('identify_bird', {}).catch((error: unknown) => error);
    expect(await client.close()).toEqual({ exitCode: 0, survivors: [], stderr: expect.any(String) as string });
    return { asked, result };
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

  test('a client that cannot ask is told so', async () => {
    const { result } = await identify();
    expect(JSON.stringify(result)).toContain('elicitation');
  });

  test('the prompt and the page of a bird', async () => {
    const client = await connect(server, {}, () => ({ place: 'Kew', count: 2 }));
    expect(await client.getPrompt('field_report', { bird: 'Strix aluco' })).toMatchObject({
      messages: [{ role: 'user', content: { text: expect.stringContaining('- place: Kew\n- count: 2') as string } }],
    });
    expect(await client.readResource('birds://guide/tawny-owl')).toMatchObject({
      contents: [{ mimeType: 'text/markdown', text: expect.stringMatching(/^# Tawny owl\n/u) as string }],
    });
    expect(await client.close()).toMatchObject({ exitCode: 0, survivors: [] });
  });
});
