import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';

const template = path.resolve(import.meta.dirname, '../../templates/project/tsconfig.json.hbs');

const handler = `import type { Use } from '../../generated/handlers.ts';
import { Queue } from 'bullmq';
import { Hono } from 'hono';
import { createClient } from 'redis';

export const use: Use = async () => {
  const queue = new Queue('letters', { connection: { host: '127.0.0.1' } });
  const client = createClient({ url: 'redis://127.0.0.1' });
  const app = new Hono().get('/hello', (context) => context.json({ hello: 'world' }));
  const response = await app.request('/hello');
  return \`\${queue.name} \${await client.get('name')} \${response.status}\`;
};
`;

// More packages, under each line of TypeScript: npm run packages:types
test('handlers compile with the types of the packages that they import, with the options of a new project', async () => {
  const { folder } = await createProject({
    'definitions/s.mcp.yaml': 'server: { name: s, version: 1.0.0 }\ntools: { use: { description: Uses packages. } }\n',
    'handlers/tools/use.ts': handler,
  });
  const { compilerOptions } = JSON.parse(await readFile(template, 'utf8')) as { readonly compilerOptions: object };
  expect(await typeCheck(folder, ['generated'], compilerOptions)).toBe('');
});
