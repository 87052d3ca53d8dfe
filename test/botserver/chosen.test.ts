import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { readManifest } from '../../generator/pipeline/write/manifest.js';
import { askServer, ways } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';

const files = {
  'definitions/server.mcp.yaml': 'server: { name: office, version: 1.0.0 }\n',
  'definitions/book-visit.bas': 'DESCRIPTION "Book a visit"\n',
  'definitions/cancel-visit.bas': 'DESCRIPTION "Cancel a visit"\n',
  'definitions/shred.botserver.json': '{ "description": "Shreds", "active": false }',
  'handlers/server.ts': `import type { ServerControl } from 'create-mcp-from-schema/runtime';
export async function setup(server: ServerControl): Promise<void> {
  if (process.env['ENABLE']) server.tools.enable(process.env['ENABLE']);
}
`,
};

const project = await createProject(files);
const server = await project.bundle();

test('B12 the catalogue says which tools are active', async () => {
  const tools = (await readManifest(project.folder, 'generated'))?.tools.tools;
  expect([...(tools ?? [])].map(([name, { active }]) => [name, active])).toEqual([
    ['book-visit', true],
    ['cancel-visit', true],
    ['shred', false],
  ]);
});

describe.each(ways)('over $carrier, in $revision,', (way) => {
  test('B12 an inactive tool is neither listed nor answered until it is enabled', async () => {
    const idle = await askServer(server, way);
    expect(await idle.listTools()).toEqual(['book-visit', 'cancel-visit']);
    expect((await idle.call('shred')).error?.code).toBe(-32602);
    await idle.close();
    const enabled = await askServer(server, way, { environment: { ENABLE: 'shred' } });
    expect(await enabled.listTools()).toEqual(['book-visit', 'cancel-visit', 'shred']);
    expect((await enabled.call('shred')).result.content[0].text).toContain('not implemented');
    await enabled.close();
  });

  test('B15 only the tools that --tools names are listed and answered', async () => {
    const asked = await askServer(server, way, { args: ['--tools', 'cancel-visit'] });
    expect(await asked.listTools()).toEqual(['cancel-visit']);
    expect((await asked.call('book-visit')).error?.code).toBe(-32602);
    expect((await asked.call('cancel-visit')).result.content[0].text).toContain('not implemented');
    await asked.close();
  });
});

test('B15 a server does not start with a tool that it does not have', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [server, '--tools', 'book-visit,nothing'], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('Unknown tool "nothing"');
});
