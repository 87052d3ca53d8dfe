import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync, existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const cli = path.join(root, 'dist', 'generator', 'cli.js');
const definition = 'server: { name: s, version: 1.0.0 }\ntools: { use: { description: Uses a package. } }\n';
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'use', arguments: {} } };

/**
 * Makes a project below a folder with installed packages, whose tool uses a package. Calls the tool of the built server, in
 * another folder that has nothing but `dist/` and the packages that `dist/package.json` lists, and the tool of `dev`.
 *
 * @param {string} folder Has `node_modules`.
 * @param {{ name: string, install?: string[], imports: string, body: string, answer: string }} use
 * @returns For each way `'yes'`, or the reason why not; and the packages outside of the bundle.
 */
export async function tryPackage(folder, use) {
  const name = use.name.replaceAll(/\W/gu, '-');
  const project = path.join(folder, 'projects', name);
  makeProject(folder, project, use);
  const built = spawnSync(process.execPath, [cli, 'build', '--root', project], { encoding: 'utf8' });
  const shipped = path.join(folder, 'shipped', name);
  const outside = built.status === 0 ? ship(folder, project, shipped) : [];
  const server = ['server.mjs'];
  const inBuild = built.status === 0 ? await ask(server, shipped, use.answer) : built.stderr.trim();
  return { build: inBuild, dev: await ask([cli, 'dev', '--root', project], project, use.answer), outside };
}

/** Writes a project, with files that were generated once for all of them. */
function makeProject(folder, project, { name, install = [], imports, body }) {
  const template = path.join(folder, 'projects', 'template');
  if (!existsSync(path.join(template, 'generated'))) {
    mkdirSync(path.join(template, 'definitions'), { recursive: true });
    writeFileSync(path.join(template, 'definitions', 's.mcp.yaml'), definition);
    const { status, stderr } = spawnSync(process.execPath, [cli, 'generate', '--root', template], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }
  rmSync(project, { recursive: true, force: true });
  cpSync(template, project, { recursive: true });
  const dependencies = Object.fromEntries([name, ...install].map((each) => [each, '*']));
  writeFileSync(path.join(project, 'package.json'), JSON.stringify({ name: 's', type: 'module', dependencies }));
  const code = `${imports}\nexport const use = async () => {\n${body}\n};\n`;
  writeFileSync(path.join(project, 'handlers', 'tools', 'use.ts'), code);
}

/** Copies a build away from its project and its packages; links those that it lists. Returns their names. */
function ship(folder, project, shipped) {
  rmSync(shipped, { recursive: true, force: true });
  cpSync(path.join(project, 'dist'), shipped, { recursive: true });
  const file = path.join(shipped, 'package.json');
  // Else Node would find the packages of the folder above.
  mkdirSync(path.join(shipped, 'node_modules'), { recursive: true });
  if (!existsSync(file)) return [];
  const { dependencies } = JSON.parse(readFileSync(file, 'utf8'));
  for (const name of Object.keys(dependencies)) {
    const link = path.join(shipped, 'node_modules', name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(folder, 'node_modules', name), link, 'junction');
  }
  return Object.keys(dependencies);
}

/** Calls the tool of a server on stdio. Returns `'yes'` for the expected answer, else what came. */
function ask(args, cwd, expected) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd });
    let out = '';
    let errors = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
    child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text;
      if (out.includes('\n')) child.stdin.end();
    });
    child.on('close', () => {
      clearTimeout(timer);
      if (out === '') return resolve(`no answer: ${errors.trim()}`);
      const { result, error } = JSON.parse(out);
      const text = result?.content?.[0]?.text ?? JSON.stringify(error);
      resolve(text === expected ? 'yes' : `${text} ${errors.trim()}`);
    });
    child.stdin.write(`${JSON.stringify(call)}\n`);
  });
}
