import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { generator } from '../../servers/build-project.mjs';
import { measure } from '../measure.mjs';
import { buildShop, openSubject, project } from '../subjects.mjs';
import { titles } from '../titles.mjs';

const folder = path.join(project, 'dist', 'profile');
const shownFunctions = 20;

/**
 * Measures a server with a CPU profile of its whole life, and prints where its time goes. Ours is not minified.
 *
 * @param {string} name
 * @param {{ services: object, cores: { prefix: string[] }, seconds: number }} options
 */
export async function profileSubject(name, { services, cores, seconds }) {
  rmSync(folder, { recursive: true, force: true });
  const subject = await openSubject(name, {
    environment: await services.openDatabase(),
    prefix: cores.prefix,
    server: name.startsWith('ours') ? buildReadable() : undefined,
    nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
  });
  const pace = { seconds, rounds: 1, warmUp: 3, loadPids: services.pids() };
  const figures = (await measure([subject], pace))[name];
  process.kill(subject.pid, 'SIGTERM');
  // The profile is written when the process ends.
  await subject.ended.catch(() => {});
  const file = readdirSync(folder).find((entry) => entry.endsWith('.cpuprofile'));
  const { parts, functions } = summarize(JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
  const { cpuMicros } = figures;
  const rows = parts.map(([part, share]) => `| ${part} | ${format(share)} | ${Math.round(share * cpuMicros)} |`);
  console.log(`${titles[name]}: ${Math.round(cpuMicros)} µs of CPU time per request\n`);
  console.log(['| part | share | µs per request |', '| --- | --- | --- |', ...rows].join('\n'));
  const list = functions.map(([place, share]) => `| ${place} | ${format(share)} |`);
  console.log([`\n| functions of: ${server} | share |`, '| --- | --- |', ...list].join('\n'));
}

/** Builds our server without minifying it. */
function buildReadable() {
  buildShop();
  const args = ['build', '--root', project, '--dist', 'dist/profile', '--minify=false'];
  const { status, stderr } = spawnSync(process.execPath, [generator, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return path.join(folder, 'server.mjs');
}

function format(share) {
  return `${(share * 100).toFixed(1)}%`;
}

/** Adds up the samples of a profile by part, and the self times of functions of ours. */
function summarize({ nodes, samples, timeDeltas }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const node of nodes) for (const child of node.children ?? []) byId.get(child).parent = node;
  const partOf = createClassifier();
  const parts = new Map();
  const functions = new Map();
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const node = byId.get(id);
    const { functionName, url, lineNumber } = node.callFrame;
    if (functionName === '(idle)') continue;
    const part = partOf(node);
    total += timeDeltas[index];
    parts.set(part, (parts.get(part) ?? 0) + timeDeltas[index]);
    if (part !== server) continue;
    const place = `${functionName} (${path.basename(url)}:${lineNumber + 1})`;
    functions.set(place, (functions.get(place) ?? 0) + timeDeltas[index]);
  }
  const list = (times) => [...times].toSorted((a, b) => b[1] - a[1]).map(([name, time]) => [name, time / total]);
  return { parts: list(parts), functions: list(functions).slice(0, shownFunctions) };
}

const server = 'MCP server (runtime, SDK)';

/** Parts of special nodes of V8. */
const special = {
  '(garbage collector)': 'garbage collection',
  '(program)': 'system calls and native code outside of functions',
};

/** Parts of files. Other files of Node, and native functions, belong to the part that calls them. */
const files = [
  [/^node:internal\/deps\/undici/u, '`fetch`'],
  [/^node:_http|^node:internal\/http/u, '`node:http`'],
  [/^node:internal\/modules|^node:internal\/bootstrap/u, 'start'],
];

const modules = [
  [/node_modules\/@?redis/u, '`redis`'],
  [/shop\.mjs|handlers\//u, 'handlers'],
  [/./u, server],
];

/** Functions of Node that write to sockets: the system call takes most of their time. */
const writes = /^write(?:v|Buffer|Latin1String|Utf8String)$/u;

/** Creates a function that returns the part of a node. */
function createClassifier() {
  const bundles = new Map();
  const findOwn = ({ functionName, url, lineNumber }) => {
    if (Object.hasOwn(special, functionName)) return special[functionName];
    if (url === '' && writes.test(functionName)) return 'writes to sockets';
    const [, part] = files.find(([pattern]) => pattern.test(url)) ?? [];
    if (part !== undefined || !url.startsWith('file:')) return part;
    if (!bundles.has(url)) bundles.set(url, listModules(url));
    const name = bundles.get(url)[lineNumber] ?? url;
    return modules.find(([pattern]) => pattern.test(name))[1];
  };
  return (node) => {
    for (let each = node; each !== undefined; each = each.parent) {
      const part = each.callFrame.functionName === '(root)' ? undefined : findOwn(each.callFrame);
      if (part !== undefined) return part;
    }
    return 'sockets and events of Node';
  };
}

/** Names the module of each line of a bundle: esbuild writes it above the first line of a module. */
function listModules(url) {
  const file = fileURLToPath(url);
  if (!file.startsWith(folder)) return [];
  let name;
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => (name = /^\/\/ (\S+\.\w+)$/u.exec(line)?.[1] ?? name));
}
