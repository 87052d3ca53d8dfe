import { expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { startAuthorized } from './authorized-server.js';

test('the user is not asked about a call that the caller lacks the scopes for', async () => {
  const files = {
    'definitions/fire.mcp.yaml': `server: { name: fire, version: 1.0.0, mode: code }
auth: { apiKeys: { variable: FIRE_KEYS }, scopes: { fire: Burns things. } }
tools:
  burn: { description: Burns., scopes: [fire] }
`,
  };
  const bundle = await (await createProject(files)).bundle();
  const server = await startAuthorized(bundle, 'FIRE_KEYS', { ada: 'fire' });
  const capabilities = { elicitation: { form: {} } };
  const allowed = await server.run('ada', 'await tools.burn()', capabilities);
  const refused = await server.run('bob', 'await tools.burn()', capabilities);
  await server.kill();
  expect(allowed.resultType).toBe('input_required');
  expect(refused.resultType).toBe('complete');
  expect(refused.content[0].text).toContain('fire');
});
