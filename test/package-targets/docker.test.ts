import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { check } from 'prettier';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { fullDefinition, makeProject, packageFull, runPackage } from './packaged-projects.js';

const { folder: full, made } = await packageFull();

function read(file: string, folder = full): Promise<string> {
  return readFile(path.join(folder, 'packages/docker', file), 'utf8');
}

/** Instructions of a Dockerfile, continued lines and comments omitted. */
function listInstructions(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

test('the Dockerfile copies what is next to it, does not run as root, and checks the health of HTTP only', async () => {
  expect(made).toMatchObject({ exitCode: 0, error: '' });
  expect(made.out).toMatch(/^ +Run it: docker run -i --rm -e ACME_KEY ghcr\.io\/\S+; over HTTP: /mu);
  const instructions = listInstructions(await read('Dockerfile'));
  const known =
    /^(?:FROM \S+ AS [a-z]+|ENV \w+=\w+|LABEL [\w.]+="[\w./-]+"|WORKDIR \/\w+|COPY \S+ \S+|USER node|EXPOSE 8080|(?:ENTRYPOINT|CMD) \[.*\]|HEALTHCHECK .*CMD \[.*\])$/u;
  expect(instructions.filter((each) => !known.test(each))).toEqual([]);
  expect(instructions.filter((each) => each.startsWith('COPY'))).toEqual(['COPY dist dist']);
  // The MCP registry accepts an image of the server only with this label.
  expect(instructions).toContain('LABEL io.modelcontextprotocol.server.name="io.github.acme/shelf"');
  for (const each of instructions.filter((line) => line.includes('['))) JSON.parse(each.slice(each.indexOf('[')));
  const stages = instructions.map((each) => /^FROM .* AS (\w+)$/u.exec(each)?.[1]).filter((name) => name !== undefined);
  expect(stages).toEqual(['server', 'http', 'stdio']);
  expect(instructions.indexOf('USER node')).toBeLessThan(instructions.indexOf('FROM server AS http'));
  expect(instructions.at(-1)).toBe('FROM server AS stdio');
  expect(await read('.dockerignore')).toBe('*\n!dist\n');
});

test('the compose file has defaults, no secrets, and needs the file with the required one', async () => {
  expect(parse(await read('compose.yaml'))).toEqual({
    services: {
      'acme-shelf': {
        image: 'ghcr.io/acme/shelf:1.4.0',
        build: { context: '.', target: 'http' },
        ports: ['127.0.0.1:8080:8080'],
        environment: {
          SHELF: '${SHELF:-north}',
          LIMIT: '${LIMIT:-20}',
          VERBOSE: null,
          ACME_FOLDER: null,
        },
        env_file: [{ path: 'secrets.env', required: true }],
        restart: 'unless-stopped',
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        init: true,
      },
    },
  });
  expect(await read('secrets.env.example')).toContain('# API key: From your account page. (required)\nACME_KEY=\n');
});

test('the entry of the catalogue follows the rules that its repository checks', async () => {
  const folder = 'catalogue/servers/acme-shelf';
  const text = await read(`${folder}/server.yaml`);
  expect(await check(text, { parser: 'yaml' })).toBe(true);
  expect(parse(text)).toEqual({
    name: 'acme-shelf',
    image: 'ghcr.io/acme/shelf',
    type: 'server',
    meta: { tags: ['warehouse', 'books'] },
    about: {
      title: 'The Shelf',
      description: 'Looks after the shelves of a warehouse.',
      icon: 'https://shelf.example.com/icon.png',
    },
    source: { project: 'https://github.com/acme/shelf' },
    config: {
      description: 'Configure The Shelf',
      secrets: [
        {
          name: 'acme-shelf.acme_key',
          env: 'ACME_KEY',
          example: '<ACME_KEY>',
          description: 'From your account page.',
          required: true,
        },
      ],
      env: [
        { name: 'SHELF', value: '{{acme-shelf.shelf}}' },
        { name: 'LIMIT', value: '{{acme-shelf.limit}}' },
        { name: 'VERBOSE', value: '{{acme-shelf.verbose}}' },
        { name: 'ACME_FOLDER', value: '{{acme-shelf.acme_folder}}' },
      ],
      parameters: {
        type: 'object',
        properties: {
          shelf: { type: 'string', description: 'Where to look.', default: 'north' },
          limit: { type: 'number', description: 'Most books of an answer.', default: 20 },
          verbose: { type: 'boolean', description: 'Log more.' },
          acme_folder: { type: 'string', description: 'Where lists are.' },
        },
      },
    },
  });
  expect(JSON.parse(await read(`${folder}/tools.json`))).toEqual([
    { name: 'count_books', description: 'Counts books.', arguments: [] },
  ]);
});

test('a remote server without a repository is listed by its address', async () => {
  const { entry, read: readEntry } = await makeRemote('my MCP Server for Files');
  expect(entry).toMatchObject({
    type: 'remote',
    about: { title: 'My For Files' },
    remote: { transport_type: 'streamable-http', url: 'https://shelf.example.com/mcp' },
  });
  expect(await readEntry('tools.json')).toBe('[]\n');
});

/** Makes the entry of the catalogue for a server without a repository, and with this title. */
async function makeRemote(title: string, more = '') {
  const definition = fullDefinition
    .replace(/ {2}repository: .*\n/u, '')
    .replace('title: The Shelf', `title: ${JSON.stringify(title)}`);
  const folder = await makeProject(definition + more);
  expect(await runPackage(folder, 'docker')).toMatchObject({ exitCode: 0 });
  const readEntry = (file: string): Promise<string> => read(`catalogue/servers/acme-shelf/${file}`, folder);
  const text = await readEntry('server.yaml');
  expect(await check(text, { parser: 'yaml' })).toBe(true);
  return { entry: parse(text) as unknown, read: readEntry };
}

// Titles: rules of cmd/validate/main.go of docker/mcp-registry (commit 818bf16 of 2026-07-08), which allows neither MCP nor Server.
test.each([
  [
    "issuers: ['https://login.example.com'], resource: https://shelf.example.com/mcp",
    {
      type: 'remote',
      dynamic: { tools: true },
      remote: { transport_type: 'streamable-http', url: 'https://shelf.example.com/mcp' },
      oauth: [
        {
          provider: 'acme-shelf',
          secret: 'acme-shelf.personal_access_token',
          env: 'ACME_SHELF_PERSONAL_ACCESS_TOKEN',
        },
      ],
    },
  ],
  [
    'issuers: [], resource: https://shelf.example.com/mcp, apiKeys: { file: ./keys.json }',
    {
      type: 'remote',
      remote: {
        transport_type: 'streamable-http',
        url: 'https://shelf.example.com/mcp',
        headers: { Authorization: 'Bearer ${ACME_SHELF_API_KEY}' },
      },
      config: {
        secrets: [{ name: 'acme-shelf.api_key', env: 'ACME_SHELF_API_KEY', example: '<ACME_SHELF_API_KEY>' }],
      },
    },
  ],
])('the catalogue learns how callers of a remote server with auth: { %s } get access', async (auth, expected) => {
  const { entry } = await makeRemote('MCPserver Ser\u200Bver Serverless observer', `auth: { ${auth} }\n`);
  expect(entry).toMatchObject({ ...expected, about: { title: 'Less Observer' } });
});
