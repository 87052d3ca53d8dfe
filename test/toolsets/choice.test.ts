import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { askServer, ways } from '../kit/ask-server.js';
import { createProject, type Project } from '../kit/build-server.js';

const definition = (server: string) => `
server: { name: office, version: 1.0.0, capabilities: { tools: { listChanged: true } }${server} }
tools:
  status: { description: Says how it is. }
  read_mail: { description: Reads mail., toolset: mail }
  send_mail: { description: Sends mail., toolset: [mail, sending] }
  send_fax: { description: Sends a fax., toolset: sending }
  shred: { description: Shreds., toolset: mail, enabled: false }
`;

const setup = `
import type { ServerControl } from 'create-mcp-from-schema/runtime';
export async function setup(server: ServerControl): Promise<void> {
  if (process.env['ENABLE']) server.tools.enable(process.env['ENABLE']);
}
export const options = process.env['OPTIONS'] ? JSON.parse(process.env['OPTIONS']) : {};
`;

const projects: Project[] = [];

async function makeServer(more: string): Promise<string> {
  const project = await createProject({
    'definitions/office.mcp.yaml': definition(more),
    'handlers/server.ts': setup,
  });
  projects.push(project);
  return project.bundle();
}

const server = await makeServer('');
const limited = await makeServer(', toolsets: [sending]');

const everything = ['status', 'read_mail', 'send_mail', 'send_fax'];
const sending = ['status', 'send_mail', 'send_fax'];

interface Choice {
  readonly title: string;
  readonly args?: readonly string[];
  readonly environment?: { readonly [name: string]: string };
  readonly listed: readonly string[];
  readonly isLimited?: boolean;
  readonly isEverywhere?: boolean;
}

const choices: readonly Choice[] = [
  { title: 'nothing', listed: everything },
  { title: 'a toolset', args: ['--toolsets', 'sending'], listed: sending, isEverywhere: true },
  { title: 'tools', args: ['--tools', 'send_fax, status'], listed: ['status', 'send_fax'] },
  {
    title: 'a toolset and a tool',
    args: ['--toolsets=sending', '--tools', 'read_mail'],
    listed: everything,
  },
  { title: 'a toolset in the environment', environment: { MCP_TOOLSETS: 'sending' }, listed: sending },
  { title: 'nothing in the environment', environment: { MCP_TOOLSETS: ' ' }, listed: everything },
  {
    title: 'arguments, whatever the environment and the options say',
    args: ['--tools', 'status'],
    environment: { MCP_TOOLSETS: 'sending', OPTIONS: '{"toolsets":["mail"]}' },
    listed: ['status'],
  },
  {
    title: 'the environment, whatever the options say',
    environment: { MCP_TOOLSETS: 'sending', OPTIONS: '{"tools":["read_mail"]}' },
    listed: sending,
  },
  {
    title: 'a toolset in the options',
    environment: { OPTIONS: '{"toolsets":["mail"]}' },
    listed: ['status', 'read_mail', 'send_mail'],
  },
  { title: 'no toolset at all', environment: { OPTIONS: '{"toolsets":[]}' }, listed: ['status'] },
  { title: 'nothing, with toolsets in the definition', listed: sending, isLimited: true, isEverywhere: true },
  { title: 'all, whatever the definition says', args: ['--toolsets', 'all'], listed: everything, isLimited: true },
  { title: 'a pattern of tools', args: ['--tools', '*_mail'], listed: ['read_mail', 'send_mail'] },
  {
    title: 'a pattern of toolsets in the environment',
    environment: { MCP_TOOLSETS: '!mail' },
    listed: ['status', 'send_fax'],
  },
  {
    title: 'all tools but one, of those that the definition chooses',
    args: ['--tools', '!send_mail'],
    listed: ['status', 'send_fax'],
    isLimited: true,
  },
  {
    title: 'a tool, whatever the definition says',
    args: ['--tools', 'read_mail'],
    listed: ['read_mail'],
    isLimited: true,
  },
];

/** The choice is made before the first request: the whole table over one transport in one era, some rows of it over the other in the other. */
const unlike = ways.filter(({ carrier, revision }) => (carrier === 'HTTP') === (revision === '2026-07-28'));

describe.each(unlike)('a server started over $carrier, in $revision,', (way) => {
  test.each(way === unlike[0] ? choices : choices.filter(({ isEverywhere }) => isEverywhere))(
    'with $title',
    async ({ args = [], environment = {}, listed, isLimited = false }) => {
      const asked = await askServer(isLimited ? limited : server, way, { args, environment });
      expect(await asked.listTools()).toEqual(listed);
      for (const name of [...everything, 'shred']) {
        const { result, error } = await asked.call(name);
        if (listed.includes(name)) expect(result.content[0].text).toContain('is not implemented.');
        else expect(error?.code).toBe(-32602);
      }
      expect(await asked.close()).not.toContain('START');
    },
  );

  test('B12: lists and answers an inactive tool when it was enabled', async () => {
    const asked = await askServer(server, way, { environment: { ENABLE: 'shred' } });
    expect(await asked.listTools()).toEqual([...everything, 'shred']);
    expect((await asked.call('shred')).result.content[0].text).toContain('is not implemented.');
    await asked.close();
  });

  test('lists a tool of another toolset when it was enabled', async () => {
    const asked = await askServer(server, way, {
      args: ['--toolsets', 'sending'],
      environment: { ENABLE: 'read_mail' },
    });
    expect(await asked.listTools()).toEqual(everything);
    await asked.close();
  });
});

test.each([
  [
    'a toolset that does not exist',
    ['--toolsets', 'mail,post'],
    1,
    'Unknown toolset "post"; available: mail, sending, all',
  ],
  [
    'B15: a tool that does not exist',
    ['--tools', 'status,toString'],
    1,
    'Unknown tool "toString"; available: status, read_mail, send_mail, send_fax, shred',
  ],
  [
    'a tool that does not exist, over HTTP',
    ['--http', '0', '--tools', 'status,toString'],
    1,
    'Unknown tool "toString"; available: status, read_mail, send_mail, send_fax, shred',
  ],
  ['a pattern that no tool matches', ['--tools', 'status,read_f*'], 1, 'No tool matches "read_f*"; available: status'],
  ['an exclusion of what does not exist', ['--toolsets', '!post'], 1, 'Unknown toolset "post"; available: mail'],
  ['an exclusion of nothing', ['--tools', '!'], 1, 'Unknown tool ""'],
  ['a tool that is inactive', ['--tools', 'shred'], 1, 'Tool "shred" is disabled in the definition'],
  ['toolsets without names', ['--toolsets'], 2, '--toolsets needs names, separated by commas'],
  ['tools without names', ['--tools', ','], 2, '--tools needs names, separated by commas'],
  ['tools before another option', ['--tools', '--http'], 2, '--tools needs names, separated by commas'],
])('a server does not start with %s', (_title, args, code, message) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [server, ...args], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: code, stdout: '' });
  expect(stderr).toContain(message);
});

test('the help names the toolsets', () => {
  const { stdout } = spawnSync(process.execPath, [server, '--help'], { encoding: 'utf8' });
  expect(stdout).toMatch(/^ {2}--toolsets <names> .*\n {2}--tools <names> /mu);
  expect(stdout).toMatch(/\n\nToolsets: mail, sending\n$/u);
});
