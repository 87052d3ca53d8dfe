import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { clients } from '../../generator/outputs/connect/clients.js';
import { applyChange, planChange } from '../../generator/outputs/connect/write-configuration.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { startServer } from '../kit/start-server.js';

/** A project with a built server, and a user with some files. */
function prepare(files: { readonly [file: string]: string } = {}, ownFiles: { readonly [file: string]: string } = {}) {
  const home = makeFolder(ownFiles);
  const root = makeFolder({ 'package.json': '{ "name": "shop" }', 'dist/server.mjs': '', ...files });
  vi.stubEnv('HOME', home);
  vi.stubEnv('USERPROFILE', home);
  vi.stubEnv('APPDATA', path.join(home, 'AppData'));
  vi.stubEnv('XDG_CONFIG_HOME', '');
  const connect = (...argv: readonly string[]) => runInMemory(['connect', ...argv], { cwd: root });
  return { home, root, connect, read: (file: string) => readFileSync(path.join(home, file), 'utf8') };
}

const others = '{\n  // mine\n  "mcpServers": { "git": { "env": { "TOKEN": "s3cret" } } }\n}\n';

test('without --write the configuration is printed and nothing is written', async () => {
  const { home, root, connect } = prepare();
  const { exitCode, out, error } = await connect('cursor');
  expect(exitCode).toBe(0);
  expect(JSON.parse(out)).toEqual({
    mcpServers: { shop: { type: 'stdio', command: process.execPath, args: [path.join(root, 'dist/server.mjs')] } },
  });
  expect(error).toContain(path.join(home, '.cursor/mcp.json'));
  expect(readdirSync(home)).toEqual([]);
});

test('each --arg is an argument of the server', async () => {
  const { root, connect } = prepare();
  const { out } = await connect('cursor', '--arg', '/home/ada', '--arg=--verbose');
  expect(JSON.parse(out).mcpServers.shop.args).toEqual([
    path.join(root, 'dist/server.mjs'),
    '--',
    '/home/ada',
    '--verbose',
  ]);
  const { exitCode, error } = await connect('cursor', '--arg', '/home/ada', '--http', 'https://example.com/mcp');
  expect(exitCode).toBe(2);
  expect(error).toContain('--arg is for local servers and cannot be combined with --http.');
});

const devProgram = 'node_modules/create-mcp-from-schema/dist/generator/cli.js';

test('with --dev the configuration starts the command dev with node, under a name of its own', async () => {
  const { root, connect } = prepare({ [devProgram]: '' });
  const { out, error } = await connect('cursor', '--dev', '--arg=--verbose');
  expect(JSON.parse(out)).toEqual({
    mcpServers: {
      'shop-dev': {
        type: 'stdio',
        command: process.execPath,
        args: [path.join(root, devProgram), 'dev', '--root', root, '--arg=--verbose'],
      },
    },
  });
  expect(error).not.toContain('does not exist yet');
  await connect('vscode', '--dev', '--write', '--project', '.');
  expect(JSON.parse(readFileSync(path.join(root, '.vscode/mcp.json'), 'utf8'))).toMatchObject({
    servers: {
      'shop-dev': {
        command: 'node',
        args: [`\${workspaceFolder}/${devProgram}`, 'dev', '--root', '${workspaceFolder}'],
      },
    },
  });
});

test('with --dev the program of a workspace is found, and a missing one is told', async () => {
  const root = makeFolder({ [devProgram]: '', 'servers/shop/package.json': '{ "name": "shop" }' });
  const cwd = path.join(root, 'servers/shop');
  const { out } = await runInMemory(['connect', 'cursor', '--dev'], { cwd });
  expect(JSON.parse(out).mcpServers['shop-dev'].args[0]).toBe(path.join(root, devProgram));
  const { connect } = prepare();
  expect((await connect('cursor', '--dev')).error).toContain(`${devProgram} does not exist yet. Run \`npm install\`.`);
  expect((await connect('cursor', '--dev', '--http', 'https://x.example')).error).toContain(
    '--dev is for local servers',
  );
});

test.each(clients.map(({ id }) => id))('the configurations for %s start node, not a package manager', async (id) => {
  const { connect } = prepare();
  for (const more of [[], ['--dev']]) {
    const { out, error } = await connect(id, ...more);
    expect(out).toMatch(/\bnode\b/u);
    expect(`${out}${error.replace(/^note: .*\n/gmu, '')}`).not.toMatch(/\b(?:npm|npx|pnpm|yarn)\b/u);
  }
});

test('with --write the server is added once, with a copy of what was there', async () => {
  const { root, connect, read, home } = prepare({}, { '.cursor/mcp.json': others });
  const { exitCode, out } = await connect('cursor', '--write');
  expect(exitCode).toBe(0);
  const written = read('.cursor/mcp.json');
  expect(written).toContain('// mine');
  expect(written).toContain('"git": { "env": { "TOKEN": "s3cret" } }');
  expect(written).toContain(path.join(root, 'dist/server.mjs'));
  const copies = () => readdirSync(path.join(home, '.cursor')).filter((file) => file.endsWith('.bak'));
  expect(copies()).toHaveLength(1);
  expect(read(`.cursor/${copies()[0]}`)).toBe(others);
  expect(out).toContain(path.join(home, '.cursor', copies()[0] ?? ''));
  const again = await connect('cursor', '--write');
  expect(again.out).toContain('Cursor already has shop configured');
  expect(read('.cursor/mcp.json')).toBe(written);
  expect(copies()).toHaveLength(1);
});

test('a server that has moved is updated, in place', async () => {
  const { connect, read, root } = prepare(
    {},
    { '.codex/config.toml': '[mcp_servers.shop]\ncommand = "node"\nargs = ["/old/server.mjs"]\nenabled = false\n' },
  );
  await connect('codex', '--write');
  expect(read('.codex/config.toml')).toBe(
    `[mcp_servers.shop]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(path.join(root, 'dist/server.mjs'))}]\nenabled = false\n`,
  );
});

test('with --remove the file is as before', async () => {
  const { connect, read } = prepare({}, { '.gemini/settings.json': others });
  await connect('gemini-cli', '--write');
  expect(read('.gemini/settings.json')).not.toBe(others);
  expect((await connect('gemini-cli', '--remove')).exitCode).toBe(0);
  expect(read('.gemini/settings.json')).toBe(others);
  expect((await connect('gemini-cli', '--remove')).out).toContain('Gemini CLI does not have shop configured');
  expect((await connect('cursor', '--remove')).out).toContain('Cursor does not have shop configured');
});

test('with --dry-run the change is printed without the lines around it, and nothing is written', async () => {
  const { connect, read, home } = prepare({}, { '.cursor/mcp.json': others });
  const { out, error } = await connect('cursor', '--write', '--dry-run');
  expect(out).toMatch(/^--- a\/.*mcp\.json\n\+\+\+ b\//u);
  expect(out).toContain('"shop"');
  expect(error).toContain('Nothing was written');
  expect(read('.cursor/mcp.json')).toBe(others);
  expect(readdirSync(path.join(home, '.cursor'))).toEqual(['mcp.json']);
});

test('a new file and its folders are created; one that cannot be parsed is left alone', async () => {
  const { connect, read } = prepare({}, { '.cursor/mcp.json': '{ "mcpServers": ' });
  expect((await connect('cline', '--write')).out).not.toContain('Backup of the previous file');
  expect(JSON.parse(read('.cline/data/settings/cline_mcp_settings.json'))).toHaveProperty('mcpServers.shop');
  const { exitCode, error } = await connect('cursor', '--write');
  expect(exitCode).toBe(1);
  expect(error).toMatch(/mcp\.json was not changed: it is not valid JSON \(line 1: \w+\)\.\n$/u);
  expect(read('.cursor/mcp.json')).toBe('{ "mcpServers": ');
});

test('permissions and links of a file of the user stay', async () => {
  const { connect, home, read } = prepare({}, { 'dotfiles/mcp.json': others });
  mkdirSync(path.join(home, '.cursor'));
  symlinkSync(path.join(home, 'dotfiles/mcp.json'), path.join(home, '.cursor/mcp.json'));
  const { mode } = statSync(path.join(home, 'dotfiles/mcp.json'));
  await connect('cursor', '--write');
  expect(read('dotfiles/mcp.json')).toContain('"shop"');
  expect(statSync(path.join(home, 'dotfiles/mcp.json')).mode).toBe(mode);
});

test('with --project the file of a project is written, and no link in it is followed', async () => {
  const { connect, root, home } = prepare({}, { 'secret/mcp.json': '{}' });
  await connect('vscode', '--write', '--project', '.');
  const written = JSON.parse(readFileSync(path.join(root, '.vscode/mcp.json'), 'utf8')) as object;
  expect(written).toEqual({
    servers: { shop: { type: 'stdio', command: 'node', args: ['${workspaceFolder}/dist/server.mjs'] } },
  });
  symlinkSync(path.join(home, 'secret'), path.join(root, '.cursor'));
  const { exitCode, error } = await connect('cursor', '--write', '--project', '.');
  expect(exitCode).toBe(1);
  expect(error).toContain('.cursor is a symbolic link');
  expect(readFileSync(path.join(home, 'secret/mcp.json'), 'utf8')).toBe('{}');
});

test('the file of a project has its style', async () => {
  const { connect, root } = prepare({ '.prettierrc': '{ "tabWidth": 4 }' });
  await connect('cursor', '--write', '--project', '.');
  const read = (): string => readFileSync(path.join(root, '.cursor/mcp.json'), 'utf8');
  const entry = `            "args": ["\${workspaceFolder}/dist/server.mjs"]\n`;
  expect(read()).toContain(entry);
  expect((await connect('cursor', '--write', '--project', '.')).out).toContain('Cursor already has shop configured');
  const foreign = '{"mcpServers":{"git":{}}}';
  putFiles(root, { '.cursor/mcp.json': foreign });
  await connect('cursor', '--write', '--project', '.');
  expect(read()).toMatch(/^\{"mcpServers":\{"git":\{\}/u);
});

test('Claude Code has its file in the project, and a command for all projects', async () => {
  const { connect, root } = prepare();
  const { error } = await connect('claude-code');
  expect(error).toContain(
    `claude mcp add --scope user shop -- ${process.execPath} ${path.join(root, 'dist/server.mjs')}`,
  );
  await connect('claude-code', '--write');
  expect(readFileSync(path.join(root, '.mcp.json'), 'utf8')).toContain('${CLAUDE_PROJECT_DIR:-.}/dist/server.mjs');
});

const variables = '# Key.\nSHOP__KEY=\n\n# SHOP__URL=http://x\n';

test('the configuration is the same with and without .env, which the server reads by itself', async () => {
  const { connect, root } = prepare({ 'generated/env.example': variables });
  const { out, error } = await connect('cursor');
  expect(JSON.parse(out).mcpServers.shop.args).toEqual([path.join(root, 'dist/server.mjs')]);
  expect(error).toContain(
    'To set SHOP__KEY, SHOP__URL, copy generated/env.example to .env and fill it in. The server reads .env.',
  );
  putFiles(root, { '.env': variables });
  expect((await connect('cursor')).out).toBe(out);
});

test('the variables that the server reads are named, and come from .env', async () => {
  const { connect } = prepare({ 'generated/env.example': variables, '.env.example': variables });
  const { error } = await connect('windsurf');
  expect(error).toContain('.env does not exist yet. Run `npm run build`.');
  expect(error).toContain('The server reads these variables from .env: SHOP__KEY, SHOP__URL.');
});

test('over HTTP the address and headers are written, and the way to sign in is told', async () => {
  const { connect } = prepare();
  const { out } = await connect('windsurf', '--http', 'https://x.example/mcp', '--header', 'X-Key: ${KEY}');
  expect(JSON.parse(out)).toEqual({
    mcpServers: { shop: { serverUrl: 'https://x.example/mcp', headers: { 'X-Key': '${env:KEY}' } } },
  });
  expect((await connect('codex', '--http', 'https://x.example/mcp')).error).toContain('(OAuth): run `codex mcp login`');
  const desktop = await connect('claude-desktop', '--http', 'https://x.example/mcp');
  expect(desktop).toMatchObject({ exitCode: 1, out: '' });
  expect(desktop.error).toContain('Settings > Connectors');
  const jetBrains = await connect('jetbrains', '--write');
  expect(jetBrains.error).toContain('Paste it under Settings > Tools > AI Assistant');
  expect(jetBrains.exitCode).toBe(1);
});

test('without a host the hosts are listed, with those that are installed and those that know the server', async () => {
  const { connect, home } = prepare({}, { '.codex/config.toml': '', '.cursor/mcp.json': '{}' });
  await connect('cursor', '--write');
  const { out, exitCode } = await connect();
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^codex +Codex +found$/mu);
  expect(out).toMatch(/^cursor +Cursor +server configured$/mu);
  expect(out).toMatch(/^zed +Zed$/mu);
  expect(out.trim().split('\n')).toHaveLength(11);
  expect(readdirSync(home).toSorted()).toEqual(['.codex', '.cursor']);
});

test('links are printed for VS Code and Cursor', async () => {
  const { connect } = prepare();
  const { out } = await connect('--link', '--http', 'https://x.example/mcp');
  expect(out.match(/^ {2}\S+/gmu)?.map((line) => line.trim().split(/[?:]/u)[0])).toEqual([
    'vscode',
    'https',
    'cursor',
    'https',
  ]);
  expect((await connect('cursor', '--link')).out).not.toContain('vscode');
  expect((await connect('zed', '--link')).exitCode).toBe(2);
});

test.each([
  [['curser'], 'Did you mean `cursor`?'],
  [['cursor', '--write', '--remove'], 'cannot be combined'],
  [['--write'], 'requires the name of a client'],
  [['cursor', '--dry-run'], 'requires --write or --remove'],
  [['cursor', '--header', 'A: b'], '--header requires --http'],
  [['cursor', '--http', 'x.example'], 'must be a URL'],
  [['cursor', '--http', 'https://x.example', '--header', 'A b'], 'must be a name and a value'],
  [['cursor', '--http', 'https://x.example', '--header', 'A: b\r\nC: d'], 'must be a name and a value'],
  [['cursor', '--name', 'my shop'], 'must consist of letters'],
  [['zed', '--write', '--project', '.'], 'has no project configuration file'],
  [['cursor', '--project', 'nowhere'], 'must be an existing folder'],
  [['cursor', '--root', 'nowhere'], 'must be an existing folder'],
  [['--link', '--inspector'], 'cannot be combined'],
  [['cursor', '--inspector'], 'cannot be combined with a client'],
])('%j is wrong usage', async (argv, reason) => {
  const { connect } = prepare();
  const { exitCode, error } = await connect(...argv);
  expect({ exitCode, error }).toMatchObject({ exitCode: 2, error: expect.stringContaining(reason) as string });
});

test('a file that another program changes in the meantime is left to it', async () => {
  const folder = makeFolder({ 'mcp.json': '{}' });
  const file = { path: path.join(folder, 'mcp.json') };
  const change = await planChange(file, () => '{ "mcpServers": {} }');
  putFiles(folder, { 'mcp.json': '{ "theirs": 1 }' });
  await expect(applyChange(file, change, new Date(0))).rejects.toThrow('Another program has just changed');
  expect(readFileSync(file.path, 'utf8')).toBe('{ "theirs": 1 }');
  expect(readdirSync(folder)).toEqual(['mcp.json']);
});

test('processes that write the same file at the same time lose no entry', async () => {
  const home = makeFolder({ '.cursor/mcp.json': others });
  const names = ['one', 'two', 'three', 'four', 'five', 'six'];
  const program = path.resolve(import.meta.dirname, '../../dist/generator/cli.js');
  const runs = names.map((name) => {
    const root = makeFolder({ 'package.json': JSON.stringify({ name }), 'dist/server.mjs': '' });
    const environment = { HOME: home, USERPROFILE: home };
    return startServer(program, ['connect', 'cursor', '--write', '--root', root], environment);
  });
  expect(await Promise.all(runs.map(({ exited }) => exited))).toEqual(names.map(() => 0));
  const written = readFileSync(path.join(home, '.cursor/mcp.json'), 'utf8');
  expect(names.filter((name) => !written.includes(`"${name}": {`))).toEqual([]);
  expect(readdirSync(path.join(home, '.cursor')).filter((file) => file.endsWith('.lock'))).toEqual([]);
});

test('the lock of a process that has ended does not keep a file from being written', async () => {
  const { connect, read } = prepare();
  const owner = { pid: 2 ** 22 - 1, host: hostname(), token: 'x' };
  putFiles(process.env['HOME'] ?? '', { '.cursor/.mcp.json.lock/.lock': `${JSON.stringify(owner)}\n` });
  expect((await connect('cursor', '--write')).exitCode).toBe(0);
  expect(read('.cursor/mcp.json')).toContain('"shop": {');
});
