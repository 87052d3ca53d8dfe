import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { findOrInstall } from '../kit/find-program.mjs';
import { linkPackages } from '../kit/link-packages.mjs';
import { startServer } from '../kit/start-server.js';
import { startValkey } from '../kit/start-valkey.js';
import {
  environment,
  listCommands,
  makeClone,
  patience,
  patternOf,
  readBlocks,
  runCommands,
} from '../kit/walk-page.js';

const page = 'test/nodes/walk.md';

/** Ports of the page: those of Redis, the balancer and the nodes. */
const shown = ['6379', '8080', '8081', '8082'];

/** Writes the blocks that begin with the name of a file. */
function writeFiles(folder: string, sections: readonly string[], change: (text: string) => string): void {
  for (const { text } of sections.flatMap((section) => readBlocks(page, section))) {
    const [, file] = /^(?:#|\/\/) (\S+\.\w+)\n/u.exec(text) ?? [];
    if (file === undefined) continue;
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), change(text));
  }
}

/** Starts a command as a shell does, until the test is over. Returns a function that presses Ctrl-C. */
function startCommand(command: string, cwd: string) {
  // A group of its own, as a terminal has it.
  const child = spawn(command, { cwd, env: environment, shell: true, detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const exited = once(child, 'close');
  const pressCtrlC = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGINT');
    await exited;
  };
  onTestFinished(pressCtrlC);
  return { says: (text: string) => vi.waitUntil(() => output.includes(text), { timeout: 30_000 }), pressCtrlC };
}

/** Four free ports, instead of those of the page. */
async function findPorts(): Promise<(text: string) => string> {
  const servers = shown.map(() => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => String((server.address() as AddressInfo).port));
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return (text) => text.replaceAll(new RegExp(shown.join('|'), 'gu'), (port) => ports[shown.indexOf(port)] ?? port);
}

/** Sections with files that name ports. */
const moving = ['The project', 'What a client sees'];

/**
 * Makes the project of the page, and gives its folder. It has the packages of this checkout: `test/docs/quickstart.test.ts` installs those of
 * such a project.
 */
function makeProject(): string {
  const clone = makeClone();
  const [created, built] = readBlocks(page, 'The project')
    .filter(({ language }) => language === 'sh')
    .map((block) => listCommands([block]));
  const [create = '', ...installed] = created ?? [];
  expect(installed).toEqual(['cd ../greeter', 'npm install']);
  writeFiles(clone, ['The project'], (text) => text);
  runCommands([create], clone);
  const project = path.join(path.dirname(clone), 'greeter');
  linkPackages(project);
  writeFiles(project, moving, (text) => text);
  expect(built).toEqual(['npm run build']);
  runCommands(['node node_modules/create-mcp-from-schema/dist/generator/cli.js build'], project);
  return project;
}

let project: string;

beforeAll(() => {
  project = makeProject();
}, 3 * patience);

/** Output of a block of commands, line by line. */
function visit(text: string, project: string): readonly string[] {
  return runCommands([text], project).trim().split('\n');
}

interface ComposeService {
  readonly image?: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: { readonly [name: string]: string };
  readonly depends_on?: readonly string[] | { readonly [service: string]: { readonly condition: string } };
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly healthcheck?: object;
}

interface Compose {
  readonly services: { readonly [name: string]: ComposeService };
  readonly volumes: object;
}

test(
  'the compose file of the documentation fits the project and its Dockerfile',
  { timeout: 3 * patience },
  async () => {
    const read = (file: string): string => readFileSync(path.join(project, file), 'utf8');
    const shown = readBlocks('docs/scaling.md', 'Run two nodes with Docker Compose');
    const show = (file: string): string => shown.find(({ text }) => text.startsWith(`# ${file}\n`))?.text ?? '';
    const { services, volumes } = parse(show('compose.yaml'), { merge: true }) as Compose;
    const { balancer, store, ...nodes } = services;
    expect(Object.keys(nodes)).toEqual(['node-a', 'node-b']);
    for (const { depends_on: needed = [] } of Object.values(services)) {
      for (const name of Array.isArray(needed) ? needed : Object.keys(needed)) expect(services).toHaveProperty(name);
    }
    for (const { environment: given = {}, build, depends_on: needed } of Object.values(nodes)) {
      expect(build).toBe('.');
      // Every variable that the project asks for.
      const asked = [...read('.env.example').matchAll(/^(\w+)=/gmu)].map(([, name = '']) => name);
      expect(Object.keys(given)).toEqual(expect.arrayContaining(asked));
      expect(given['MCP_REDIS_URL']).toBe('redis://store:6379');
      expect(needed).toEqual({ store: { condition: 'service_healthy' } });
    }
    expect(store?.healthcheck).toBeDefined();
    expect(Object.keys(volumes)).toEqual(store?.volumes?.map((volume) => volume.split(':')[0]));

    const configuration = show('haproxy.cfg');
    expect(balancer?.volumes).toEqual(['./haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro']);
    expect(balancer?.ports).toEqual([`8080:${/^ {2}bind :(\d+)$/mu.exec(configuration)?.[1]}`]);
    const servers = [...configuration.matchAll(/^ {2}server (\S+) (\S+)$/gmu)];
    expect(servers).toHaveLength(2);
    for (const [, name = '', address] of servers) {
      const { command = [] } = nodes[name] ?? {};
      expect(address).toBe(`${name}:${command[command.indexOf('--http') + 1]}`);
    }
    await startAsContainer(project, nodes['node-a'] ?? {});
  },
);

/** Starts what a container of a node starts, and asks as a balancer and as a client behind it do. */
async function startAsContainer(project: string, { command = [] }: ComposeService): Promise<void> {
  const dockerfile = readFileSync(path.join(project, 'Dockerfile'), 'utf8');
  const entrypoint = JSON.parse(/^ENTRYPOINT (.*)$/mu.exec(dockerfile)?.[1] ?? '[]') as readonly string[];
  expect(entrypoint[0]).toBe('node');
  const valkey = await startValkey();
  onTestFinished(() => valkey.stop());
  const args = command.map((each) => (each === '8080' ? '0' : each));
  const file = path.join(project, entrypoint[1] ?? '');
  const { child, output, exited } = startServer(file, args, { MCP_REDIS_URL: valkey.url, NODE_NAME: 'a' });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const [, port] = await vi.waitUntil(() => /Listening on http:\/\/0\.0\.0\.0:(\d+)/u.exec(output.stderr), 30_000);
  const headers = [
    '-H',
    'Host: localhost:8080',
    '-H',
    'MCP-Protocol-Version: 2026-07-28',
    '-H',
    'Mcp-Method: tools/list',
  ];
  const _meta = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`;
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":${_meta}}}`;
  const quoted = headers.map((each) => `'${each}'`).join(' ');
  const listed = runCommands([`curl -s http://127.0.0.1:${port}/mcp ${quoted} --json '${body}'`], project);
  expect(listed).toContain('"name":"greet"');
  expect(runCommands([`curl -s http://127.0.0.1:${port}/readyz -H 'Host: node-a:8080'`], project)).toBe(
    '{"status":"ok"}\n',
  );
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
}

// Last: it changes the ports of the files.
test('the commands of the walk print what it says', { timeout: 3 * patience }, async () => {
  const redis = findOrInstall({ names: ['redis-server', 'valkey-server'], debianPackage: 'redis-server' });
  findOrInstall({ names: ['haproxy'], debianPackage: 'haproxy' });
  const change = await findPorts();
  writeFiles(project, moving, change);

  const lines = listCommands(readBlocks(page, 'Without Docker'));
  expect(lines).toHaveLength(4);
  const [store = '', a = '', b = '', balancer = ''] = lines.map(change);
  await startCommand(store.replace('redis-server', redis), project).says('Ready to accept connections');
  const [nodeA, nodeB] = [startCommand(a, project), startCommand(b, project)];
  await Promise.all([nodeA.says('Listening on'), nodeB.says('Listening on')]);
  startCommand(balancer, project);
  const front = change('http://127.0.0.1:8080');
  const ready = async (): Promise<unknown> => (await fetch(`${front}/readyz`)).json().catch(() => undefined);
  await vi.waitFor(async () => expect(await ready()).toEqual({ status: 'ok' }), { timeout: 30_000 });

  const blocks = readBlocks(page, 'What a client sees').filter(({ language }) => language !== 'js');
  expect(blocks.map(({ language }) => language)).toEqual(['sh', 'text', 'sh', 'text']);
  const [session = '', pong = '', visiting = '', visited = ''] = blocks.map(({ text }) => text.trim());
  expect(visit(change(session), project)).toEqual([pong]);

  // Which node is the first depends on what the balancer got before.
  const [install, visitor = ''] = visiting.split('\n');
  expect(install).toBe('npm install --save-dev @modelcontextprotocol/sdk');
  const printed = visit(change(visitor), project).map(nameless);
  expect(printed).toHaveLength(visited.split('\n').length);
  for (const line of visited.split('\n').map(nameless))
    expect(printed).toContainEqual(expect.stringMatching(patternOf(line)));
  const again = visit(change('node visit.mjs http://127.0.0.1:8080/mcp'), project);
  expect(new Set(again.map((line) => line.split(':')[0]))).toEqual(new Set(['node-a', 'node-b', again.at(-1)]));

  await nodeA.pressCtrlC();
  const alone = visit(change('node visit.mjs http://127.0.0.1:8080/mcp'), project);
  expect(alone.filter((line) => line.startsWith('node-')).every((line) => line.startsWith('node-b: '))).toBe(true);
  expect(alone.at(-1)).toBe('Hello, Ada! This is node b.');
});

/** A line without the name of a node. */
function nameless(line: string): string {
  return line.replace(/node[- ][ab]/u, 'node …');
}
