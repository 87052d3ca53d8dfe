import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unlikeKinds, type ConnectedClient } from './client-kinds.js';

describe.each(unlikeKinds)('greeter, $name', ({ connect }) => {
  let client: ConnectedClient;

  beforeAll(async () => {
    client = await connect('dist/greeter/server.mjs');
  });

  afterAll(async () => {
    expect(await client.close()).toEqual({ exitCode: 0, survivors: [], stderr: '' });
  });

  test('introduces itself without what its definition leaves out', () => {
    expect(client.server).toEqual({ name: 'greeter', version: '1.0.0' });
    expect(client.instructions).toBeUndefined();
  });

  test('lists everything', async () => {
    expect(await client.listTools()).toMatchObject({ tools: [{ name: 'greet', title: 'greet' }] });
    expect(await client.listPrompts()).toMatchObject({ prompts: [{ name: 'toast' }] });
    expect(await client.listResources()).toMatchObject({ resources: [{ uri: 'greeter://about', name: 'about' }] });
    expect(await client.listResourceTemplates()).toMatchObject({ resourceTemplates: [] });
  });

  test('fills the default of an argument', async () => {
    expect(await client.callTool('greet', { name: 'Ada' })).toMatchObject({
      content: [{ type: 'text', text: 'Hello, Ada!' }],
    });
    expect(await client.callTool('greet', { name: 'Ada', greeting: 'Ahoy' })).toMatchObject({
      content: [{ type: 'text', text: 'Ahoy, Ada!' }],
    });
  });

  test('says which argument is wrong', async () => {
    expect(await client.callTool('greet', { name: 7 })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'Invalid arguments for tool "greet":\n- name: must be a string, got 7' }],
    });
  });

  test('answers a prompt with a handler, and a resource with text of the definition', async () => {
    expect(await client.getPrompt('toast', { occasion: 'a birthday' })).toMatchObject({
      messages: [
        { role: 'user', content: { type: 'text', text: 'Write a short toast for this occasion: a birthday' } },
      ],
    });
    expect(await client.readResource('greeter://about')).toMatchObject({
      contents: [{ uri: 'greeter://about', mimeType: 'text/plain', text: 'Greets whoever asks.' }],
    });
  });
});
