import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runInMemory } from '../cli/run-in-memory.js';
import { bundleProject } from '../kit/build-server.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { formatRequest, startMockApi } from '../kit/start-mock-api.js';
import { talk } from '../kit/talk.js';

const page = readFileSync('test/modes/walk.md', 'utf8');
const document = parse(readFileSync('test/modes/documents/github-style.yaml', 'utf8')) as { [key: string]: unknown };
const folder = makeFolder({ 'github.json': JSON.stringify(document) });
const project = path.join(folder, 'me');
const api = await startMockApi(document);
const environment = { ME__GITHUB__BASE_URL: api.url, ME__GITHUB__TOKEN: 'ghp_given' };

afterAll(() => api.close());

/** A section of the page: the definition that it shows, and its commands. */
function readSection(title: string): { readonly definition: string | undefined; readonly commands: readonly string[] } {
  const section = page.split(/^## /mu).find((text) => text.startsWith(`${title}\n`)) ?? '';
  const blocks = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gmu)];
  const definition = blocks.find(([, language]) => language === 'yaml')?.[2];
  return {
    definition,
    commands: blocks.flatMap(([, language, text = '']) => (language === 'sh' ? text.trim().split('\n') : [])),
  };
}

async function runCli(cwd: string, ...args: readonly string[]): Promise<string> {
  const { exitCode, out, error } = await runInMemory(args, { cwd });
  expect(exitCode, error).toBe(0);
  return out;
}

/** Carries the commands of a section out, those that call a server without npm. Gives the first text of each answer. */
async function follow(title: string): Promise<readonly string[]> {
  const { definition, commands } = readSection(title);
  if (definition !== undefined) writeFileSync(path.join(project, 'definitions', 'me.mcp.yaml'), definition);
  const texts: string[] = [];
  for (const command of commands) {
    const [, message] = /^echo '(.*)' \| npm start --silent$/u.exec(command) ?? [];
    if (message === undefined) await runCommand(command);
    else {
      const { messages } = await talk(path.join(project, 'dist', 'server.mjs'), [message], environment);
      texts.push(messages[0]?.result.content[0].text as string);
    }
  }
  return texts;
}

async function runCommand(command: string): Promise<void> {
  switch (command) {
    case 'npm run generate':
      await runCli(project, 'generate');
      break;
    case 'npm run build':
      await bundleProject(project);
      break;
    case 'npx create-mcp-from-schema inspect':
      expect(await runCli(project, 'inspect')).toMatch(/^issues_update +issues /mu);
      break;
    default:
      throw new Error(`The test does not know the command ${command}`);
  }
}

const updated = 'PATCH /repos/acme/shop/issues/1347 {"state":"closed"}';

/** The requests since the last time. */
function takeRequests(): readonly string[] {
  const taken = api.requests.map(formatRequest);
  expect(api.requests.every(({ headers }) => headers.authorization === 'Bearer ghp_given')).toBe(true);
  expect(api.requests.every(({ headers }) => headers['x-github-api-version'] === '2022-11-28')).toBe(true);
  api.use({});
  return taken;
}

describe('the walk through the modes, with a small document', () => {
  test('begins with a new project', async () => {
    expect(readSection('The document').commands).toEqual([
      'npm pack --silent @octokit/openapi',
      'tar -xzf octokit-openapi-*.tgz package/generated/api.github.com.json',
      'mv package/generated/api.github.com.json ../github.json',
      'npx create-mcp-from-schema ../me --from ../github.json --yes',
      'cd ../me',
      'npm install',
      'echo "ME__GITHUB__TOKEN=$GITHUB_TOKEN" >> .env',
    ]);
    await runCli(folder, 'me', '--from', 'github.json', '--yes');
    expect(existsSync(path.join(project, 'definitions', 'github', 'github.json'))).toBe(true);
    linkPackages(project);
    appendFileSync(path.join(project, '.env'), 'ME__GITHUB__TOKEN=ghp_given\n');
  });

  test('calls tools', async () => {
    const [, wrong] = await follow('Operations as tools');
    expect(page).toContain(wrong);
    expect(takeRequests()).toEqual([updated]);
  });

  test('says which variable is missing', async () => {
    const command = readSection('Operations as tools').commands.find((text) => text.startsWith('echo')) ?? '';
    const message = command.slice("echo '".length, command.indexOf("' |"));
    const { messages } = await talk(path.join(project, 'dist', 'server.mjs'), [message], { ME__GITHUB__TOKEN: '' });
    expect(page).toContain(`Without a token: \`${messages[0]?.result.content[0].text}\``);
  });

  test('searches, describes and calls operations', async () => {
    const [found, described] = await follow('Discover');
    expect(found).toContain('issues_update');
    expect(described).toContain('"issue_number"');
    expect(takeRequests()).toEqual([updated]);
  });

  test('runs a script', async () => {
    const [found, answer, refused] = await follow('Code');
    expect(found).toContain('update(input: {');
    expect(page).toContain(answer);
    expect(takeRequests().toSorted()).toEqual([
      'GET /repos/acme/shop/issues?labels=stale',
      ...[1347, 1348, 1349].map((number) => `PATCH /repos/acme/shop/issues/${number} {"state":"closed"}`),
    ]);
    expect(page).toContain(refused);
  });
});

test('the documentation shows commands of the walk', () => {
  const commands = (text: string): readonly string[] =>
    [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gmu)].flatMap(([, block = '']) => block.trim().split('\n'));
  const shown = commands(readFileSync('docs/large-apis.md', 'utf8'));
  const [, start = ''] =
    /^## Example: GitHub's API\n([\s\S]*?)^## /mu.exec(readFileSync('docs/large-apis.md', 'utf8')) ?? [];
  expect(commands(start)).toEqual(readSection('The document').commands);
  const calls = shown.filter((command) => command.startsWith('echo ') && command.includes('npm start'));
  expect(calls.length).toBeGreaterThan(0);
  const query = /"name":"search_operations","arguments":\{"query":"update an issue"/u;
  for (const call of calls) expect(call).toMatch(query);
});
