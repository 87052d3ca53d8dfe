import { expect, test } from 'vitest';
import { unlikeKinds } from './client-kinds.js';

test.each(unlikeKinds)('conformance, $name: lists, calls, gets and reads', async ({ connect }) => {
  const client = await connect('dist/conformance/server.mjs');
  expect(JSON.stringify(await client.listTools())).toContain('"test_simple_text"');
  expect(await client.callTool('test_simple_text', {})).toMatchObject({
    content: [{ type: 'text', text: 'This is a simple text response for testing.' }],
  });
  expect(await client.getPrompt('test_simple_prompt', {})).toMatchObject({
    messages: [{ role: 'user', content: { type: 'text', text: 'This is a simple prompt for testing.' } }],
  });
  expect(await client.readResource('test://template/123/data')).toMatchObject({
    contents: [{ uri: 'test://template/123/data', text: expect.stringContaining('123') as string }],
  });
  const main = 'skill://release-notes/SKILL.md';
  expect(client.capabilities).toMatchObject({
    extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
  });
  expect(await client.listResources()).toMatchObject({
    resources: expect.arrayContaining([expect.objectContaining({ uri: main, name: 'release-notes' })]) as unknown,
  });
  for (const file of ['SKILL.md', 'templates/users.md', 'badge.png']) {
    const uri = `skill://release-notes/${file}`;
    expect(await client.readResource(uri)).toMatchObject({ contents: [{ uri }] });
  }
  expect(await client.close()).toEqual({ exitCode: 0, survivors: [], stderr: '' });
});
