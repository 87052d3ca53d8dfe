// Compiles handlers that import popular packages, with the compiler options of a new project: node test/packages/run-types.mjs [--folder <folder>] [package …]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readArguments } from '../../build/read-arguments.mjs';
import { compilers, typedUses } from './typed-uses.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const cli = path.join(root, 'dist', 'generator', 'cli.js');
const { values, positionals } = readArguments({
  allowPositionals: true,
  options: { folder: { type: 'string', default: path.join(tmpdir(), 'create-mcp-from-schema-typed-packages') } },
});
const chosen = typedUses.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const folder = path.resolve(values.folder);
install();

console.log(`| package | ${compilers.map((version) => `TypeScript ${version}`).join(' | ')} |`);
console.log(`| --- |${' --- |'.repeat(compilers.length)}`);
let failures = 0;
for (const use of chosen) {
  const project = makeProject(use);
  const results = compilers.map((version) => compile(project, version));
  failures += results.filter((result) => result !== 'yes').length;
  console.log(`| ${use.name} | ${results.join(' | ')} |`);
}
console.log(`\n${chosen.length * compilers.length - failures} of ${chosen.length * compilers.length} compile.`);
process.exitCode = failures === 0 ? 0 : 1;

/** Installs all packages and compilers that are not there yet. */
function install() {
  const wanted = [
    '@types/node@20.19.43',
    ...chosen.flatMap((use) => use.install),
    ...compilers.map((version) => `typescript-${version}@npm:typescript@${version}`),
  ];
  mkdirSync(folder, { recursive: true });
  const manifest = path.join(folder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true, "type": "module" }\n');
  const own = path.join(folder, 'node_modules', 'create-mcp-from-schema');
  // npm would follow the link.
  rmSync(own, { force: true });
  const isMissing = (each) => !existsSync(path.join(folder, 'node_modules', each.slice(0, each.indexOf('@', 1))));
  const missing = [...new Set(wanted)].filter(isMissing);
  if (missing.length > 0) {
    const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', '--loglevel=error'];
    const options = { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' };
    const { status, stderr } = spawnSync('npm', ['install', ...flags, ...missing], options);
    if (status !== 0) throw new Error(`npm install: ${stderr}`);
  }
  symlinkSync(root, own, 'junction');
}

/** Generates a project whose tool uses a package; returns its folder. */
function makeProject({ name, imports, body }) {
  const project = path.join(folder, 'projects', name.replaceAll(/\W/gu, '-'));
  rmSync(project, { recursive: true, force: true });
  const put = (file, text) => {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    writeFileSync(path.join(project, file), text);
  };
  put(
    'definitions/s.mcp.yaml',
    'server: { name: s, version: 1.0.0 }\ntools: { use: { description: Uses a package. } }\n',
  );
  put('package.json', '{ "name": "s", "private": true, "type": "module" }\n');
  put('tsconfig.json', readFileSync(path.join(root, 'templates/project/tsconfig.json.hbs'), 'utf8'));
  const typed = `import type { Use } from '../../generated/handlers.ts';\n${imports}\n\nexport const use: Use = async () => {\n  ${body}\n};\n`;
  put('handlers/tools/use.ts', typed);
  const { status, stderr } = spawnSync(process.execPath, [cli, 'generate', '--root', project], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return project;
}

/** Compiles a project; returns `'yes'`, or how many errors there are, with the first one. */
function compile(project, version) {
  const compiler = path.join(folder, 'node_modules', `typescript-${version}`, 'bin', 'tsc');
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '--pretty', 'false'], {
    cwd: project,
    encoding: 'utf8',
  });
  if (status === 0) return 'yes';
  const errors = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('error TS'));
  return `${errors.length} errors: ${(errors[0] ?? stderr).slice(0, 200).replaceAll('|', String.raw`\|`)}`;
}
