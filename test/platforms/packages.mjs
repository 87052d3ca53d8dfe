import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { installPackages } from '../kit/install-packages.mjs';
import { linkPackages } from '../kit/link-packages.mjs';
import { startFunction } from './lambda-runtime.mjs';
import { cli, makeProject, write } from './project.mjs';
import { runProgram } from './run-program.mjs';
import { openRuntimes } from './runtimes.mjs';

/** A default that would end the text, the line or the command, where it is not escaped. */
const greeting = `Hi "there"; exit 1 # \${1} 'é' yes:`;

const definition = `server: { name: "Greeter's <Ünit>", version: 1.0.0, description: "Greets: 'all' \\"people\\" # & 🎲", environment: {
  GREETING: { title: Greeting, description: First words., default: ${JSON.stringify(greeting)} },
  GREETER_TOKEN: { title: Token, description: Comes last., secret: true } } }
tools:
  greet:
    description: Greets somebody.
    inputSchema: { type: object, properties: { name: { type: string, description: Who is greeted. } }, required: [name] }
`;

const handler = `import type { Greet } from '../../generated/handlers.ts';
export const greet: Greet = ({ name }, context) => {
  for (const done of [1, 2, 3]) context.progress(done, 3);
  const { GREETING, GREETER_TOKEN } = process.env;
  return \`\${GREETING}, \${name}. \${GREETER_TOKEN}\`;
};
`;

const token = 'a secret of 2';
const answer = [{ type: 'text', text: `${greeting}, Grüße 🎲. ${token}` }];
const call = { name: 'greet', arguments: { name: 'Grüße 🎲' } };

/**
 * Makes the packages for platforms of one server, starts each with the platform's own program, and calls it with the official
 * clients.
 *
 * @param {string} folder for the project
 * @returns {Promise<{ rows: readonly (readonly string[])[], problems: readonly string[] }>} rows of a table: the target, the program,
 *   and what came out
 */
export async function checkPackages(folder) {
  const project = path.join(folder, 'greeter');
  await makePackages(project);
  const [node22, node24, bun, deno] = await openRuntimes(['Node 22', 'Node 24', 'Bun', 'Deno']);
  const rows = [];
  const problems = [];
  const starters = { cloudflare: [startWrangler, node22], vercel: [startVercel, node24], deno: [startDeno, deno] };
  for (const [target, [start, runtime]] of Object.entries({
    ...starters,
    bun: [startBun, bun],
    lambda: [startLambda, node24],
  })) {
    const row = [target];
    try {
      const { title, server, check } = await start(path.join(project, 'packages', target), runtime);
      row.push(title);
      try {
        await callServer(new URL('/mcp', server.url));
        row.push('✓');
      } catch (error) {
        throw new Error(`${error.message}\n${await server.stop()}`, { cause: error });
      }
      await server.stop();
      await check?.();
      row.push(check ? '✓' : '–');
    } catch (error) {
      problems.push(`${target}: ${error.stack}`);
      while (row.length < 4) row.push('✗');
    }
    rows.push(row);
  }
  return { rows, problems };
}

async function makePackages(project) {
  await makeProject({ program: process.execPath, run: [] }, project);
  await rm(path.join(project, 'handlers', 'tools'), { recursive: true });
  write(path.join(project, 'definitions', 'greeter.mcp.yaml'), definition);
  write(path.join(project, 'handlers', 'tools', 'greet.ts'), handler);
  linkPackages(project);
  for (const command of [['generate'], ['package', 'worker'], ['package', '--check']]) {
    await runProgram(process.execPath, [cli, ...command], { cwd: project });
  }
}

/** Calls the tool with the official clients: 1 and 2 in a session of 2025-11-25, 2 without one (2026-07-28). */
async function callServer(url) {
  const identity = { name: 'host', version: '1.0.0' };
  const clients = [
    [new FirstClient(identity), new FirstTransport(url)],
    [new Client(identity, { versionNegotiation: { mode: 'legacy' } }), new StreamableHTTPClientTransport(url)],
    [
      new Client(identity, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
      new StreamableHTTPClientTransport(url),
    ],
  ];
  for (const [client, transport] of clients) {
    await client.connect(transport);
    const progress = [];
    const onprogress = (each) => progress.push(each.progress);
    const options = { onprogress };
    const { content } =
      client instanceof FirstClient
        ? await client.callTool(call, undefined, options)
        : await client.callTool(call, options);
    assert.deepEqual(content, answer);
    assert.deepEqual(progress, [1, 2, 3]);
    await client.close();
  }
}

/** Wrangler needs Node 22. Its schema and its own check accept the configuration. */
async function startWrangler(cwd, { program }) {
  const folder = await installPackages('wrangler-4.164.0', ['wrangler@4.164.0']);
  const wrangler = path.join(folder, 'node_modules', 'wrangler');
  const script = path.join(wrangler, 'bin', 'wrangler.js');
  const env = { PATH: pathOf(program), WRANGLER_SEND_METRICS: 'false', CI: '1' };
  writeFileSync(path.join(cwd, '.dev.vars'), `GREETER_TOKEN="${token}"\n`);
  const schema = JSON.parse(readFileSync(path.join(wrangler, 'config-schema.json'), 'utf8'));
  const accepts = new Ajv({ strict: false }).compile(schema);
  const configuration = JSON.parse(readFileSync(path.join(cwd, 'wrangler.jsonc'), 'utf8'));
  assert.ok(accepts(configuration), JSON.stringify(accepts.errors));
  return {
    title: 'wrangler dev 4.164.0',
    server: await startGroup(program, [script, 'dev', '--port', '0', '--ip', '127.0.0.1'], cwd, env, /Ready on (\S+)/u),
    async check() {
      const { out, error } = await runProgram(program, [script, 'deploy', '--dry-run'], { cwd, env });
      assert.doesNotMatch(`${out}${error}`, /warning|error/iu);
    },
  };
}

/** `vercel dev` and `vercel build` need no account. */
async function startVercel(cwd, { program }) {
  const folder = await installPackages('vercel-59.25.4', ['vercel@59.25.4']);
  const script = path.join(folder, 'node_modules', 'vercel', 'dist', 'vc.js');
  const state = path.join(cwd, '..', '..', 'vercel-state');
  const env = { PATH: pathOf(program), VERCEL_TELEMETRY_DISABLED: '1' };
  const options = ['--global-config', state];
  writeFileSync(path.join(cwd, '.env'), `GREETER_TOKEN="${token}"\n`);
  const listen = ['--listen', '127.0.0.1:0', '--queue-port', '0', '--runtime-cache-port', '0'];
  return {
    title: 'vercel dev 59.25.4',
    server: await startGroup(
      program,
      [script, 'dev', '--local', ...listen, ...options],
      cwd,
      env,
      /Available at (\S+)/u,
    ),
    async check() {
      // What the command pulls from an account otherwise.
      const settings = { projectId: 'prj_1', orgId: 'team_1', settings: { framework: null } };
      write(path.join(cwd, '.vercel', 'project.json'), JSON.stringify(settings));
      await runProgram(program, [script, 'build', '--yes', ...options], { cwd, env });
      const output = path.join(cwd, '.vercel', 'output');
      const { runtime, supportsCancellation } = JSON.parse(
        readFileSync(path.join(output, 'functions', 'api', 'server.func', '.vc-config.json'), 'utf8'),
      );
      assert.deepEqual([runtime, supportsCancellation], ['nodejs24.x', true]);
      assert.ok(!existsSync(path.join(output, 'static')), 'files of the package are served as they are');
    },
  };
}

async function startDeno(cwd, { program, name }) {
  const env = { GREETER_TOKEN: token, DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0' };
  return { title: name, server: await startGroup(program, ['task', 'start'], cwd, env, /Listening on (\S+)/u) };
}

async function startBun(cwd, { program, name }) {
  const env = { PATH: pathOf(program), GREETER_TOKEN: token, PORT: '0' };
  return { title: name, server: await startGroup(program, ['run', 'start'], cwd, env, /server: (\S+)/u) };
}

/** The function with the environment of its template: parameters have their defaults, the secret is given. */
async function startLambda(cwd, { program }) {
  const folder = await installPackages('lambda-4.0.2', ['aws-lambda-ric@4.0.2']);
  const runtime = path.join(folder, 'node_modules', 'aws-lambda-ric');
  const { Parameters, Resources } = parse(readFileSync(path.join(cwd, 'template.yaml'), 'utf8'), { version: '1.1' });
  const { CodeUri, Handler, Environment } = Resources.Server.Properties;
  const given = Object.fromEntries(Object.entries(Parameters).map(([id, { Default }]) => [id, Default]));
  given.GreeterToken = token;
  const resolve = (value) => (value['Fn::If'] ? given[value['Fn::If'][1].Ref] || undefined : given[value.Ref]);
  const variables = Object.entries(Environment.Variables).map(([name, value]) => [name, resolve(value)]);
  const env = Object.fromEntries(variables.filter(([, value]) => value !== undefined));
  const start = (handler) =>
    startFunction({
      node: program,
      runtime,
      folder: path.join(cwd, '..', '..', 'lambda-runtime'),
      handler: path.join(cwd, CodeUri, handler),
      env,
    });
  return {
    title: 'aws-lambda-ric 4.0.2',
    server: await start(Handler),
    async check() {
      const server = await start('index.buffered');
      try {
        await callServer(new URL('/mcp', server.url));
      } finally {
        await server.stop();
      }
    },
  };
}

function pathOf(program) {
  return `${path.dirname(program)}${path.delimiter}${process.env['PATH']}`;
}

/** Starts a program in a process group of its own, which `stop` ends as a whole. */
async function startGroup(program, args, cwd, env, address) {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  const closed = once(child, 'close');
  const stop = async () => {
    try {
      process.kill(-child.pid, 'SIGTERM');
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 5_000))]);
      process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      // All processes of the group have ended.
      if (error.code !== 'ESRCH') throw error;
    }
    return text;
  };
  const deadline = Date.now() + 90_000;
  for (;;) {
    // Colors of the text would become a part of the address.
    const url = address.exec(stripVTControlCharacters(text))?.[1];
    if (url !== undefined) return { url, stop };
    if (Date.now() > deadline || child.exitCode !== null) {
      throw new Error(`${[program, ...args].join(' ')} did not start to listen:\n${await stop()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
