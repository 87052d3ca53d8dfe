import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fullDefinition, makeProject, runPackage } from '../package-targets/packaged-projects.js';

const root = path.resolve(import.meta.dirname, '../..');

/** Programs that print lines of their own, or that a host on Windows cannot start. `npx -y` starts a package, and prints nothing. */
const managers = String.raw`(?:npm|pnpm|yarn|bun)(?:\.cmd)?`;

/** Configurations and commands that have a host start a server by a package manager, without an option that silences it. */
const advice = [
  // JSON, YAML and TOML
  new RegExp(String.raw`["']?command["']?\s*[:=]\s*["']?(?:${managers}|cmd)["']?[\s,]`, 'gu'),
  // claude mcp add shop -- npm run dev
  new RegExp(String.raw`mcp add [^\n]*-- ${managers}\b[^\n]*`, 'gu'),
  // the command `npm` with the arguments …
  new RegExp(`command\\s+\`${managers}\``, 'gu'),
  // npm run dev, which serves on stdout
  new RegExp(String.raw`\b${managers} (?:-\S+ )*(?:run )?dev\b(?![^\n\x60]*(?:--silent|--http))`, 'gu'),
  // echo '…' | npm start
  new RegExp(String.raw`\| ${managers} (?:run )?start\b(?! --silent)`, 'gu'),
];

/** The advice of files, with their names relative to a folder. */
function findAdvice(folder: string, files: readonly string[]): readonly string[] {
  return files.flatMap((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    return advice.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => `${file}: ${found.trim()}`));
  });
}

test('the documentation and the files of new projects have hosts start node', () => {
  const inFolder = (folder: string, ending: RegExp): readonly string[] =>
    readdirSync(path.join(root, folder))
      .filter((name) => ending.test(name))
      .map((name) => `${folder}/${name}`);
  const files = [
    'README.md',
    ...inFolder('docs', /\.md$/u),
    ...inFolder('templates/project', /\.(?:md|yml|yaml)\.hbs$/u),
  ];
  expect(findAdvice(root, files)).toEqual([
    // Plug'n'Play has no file that node could start, and Yarn 4 prints nothing.
    'docs/dev-server.md: yarn run dev',
  ]);
});

test('packages of all kinds have hosts start node', async () => {
  const folder = await makeProject(fullDefinition);
  const made = await runPackage(folder, 'mcpb', 'npm', 'registry', 'docker', 'plugin', 'skill', 'card');
  expect(made).toMatchObject({ exitCode: 0 });
  const packages = path.join(folder, 'packages');
  const files = readdirSync(packages, { recursive: true, encoding: 'utf8' })
    .filter((file) => !/\.(?:mjs|map|mcpb|png|zip)$/u.test(file))
    .filter((file) => statSync(path.join(packages, file)).isFile());
  expect(files.some((file) => file.endsWith('.mcp.json') || file.endsWith('mcp.json'))).toBe(true);
  expect(findAdvice(packages, files)).toEqual([]);
  expect(advice.flatMap((pattern) => [...made.out.matchAll(pattern)])).toEqual([]);
});
