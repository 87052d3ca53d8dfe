import { checkDescription, checkVersion, missingKey } from '../../../features/package/check-facts.js';
import { descriptionOf, homepageOf, printJson } from '../../../features/package/public-facts.js';
import { checkDatabaseFiles } from '../check-databases.js';
import { checkOutside, findOldestNode } from '../check-needs.js';
import { printReadme } from '../print-readme.js';
import type { PackageProblem } from '../../../features/package/problem.js';
import type { PackagedProject, PackageFile, PackageTarget } from '../target.js';

/** Package for the npm registry: `npx -y <name>` starts the server. */
export const npmTarget: PackageTarget = {
  name: 'npm',
  summary: 'a package for the npm registry that `npx -y <name>` starts',
  plan(project) {
    const { facts, licenseText } = project;
    const files: PackageFile[] = [
      { path: 'package.json', content: printManifest(project) },
      { path: 'README.md', content: printReadme(project, 'npx', ['-y', facts.npmName ?? '']) },
      ...(licenseText === undefined ? [] : [{ path: 'LICENSE', content: licenseText }]),
      ...[...project.build.files].map(([name, content]) => ({ path: `dist/${name}`, content })),
    ];
    return {
      files,
      problems: listProblems(project),
      steps: [
        `Publish it: npm publish ${project.folders.packages}/npm (with --provenance in CI, where npm can attest the build)`,
      ],
    };
  },
};

function printManifest(project: PackagedProject): string {
  const { facts, model, build, licenseText } = project;
  const { npmName = '', author, repository, support } = facts;
  const dependencies = Object.fromEntries(build.outside.map(({ name, version = '' }) => [name, version]));
  return printJson({
    name: npmName,
    version: model.server.version,
    description: descriptionOf(project),
    keywords: [...new Set(['mcp', 'mcp-server', 'model-context-protocol', ...facts.keywords])],
    ...(homepageOf(project) !== undefined && { homepage: homepageOf(project) }),
    ...(support !== undefined && { bugs: { url: support } }),
    ...(repository !== undefined && {
      repository: { type: 'git', url: `git+${repository.replace(/(?:\.git)?\/?$/u, '')}.git` },
    }),
    license: facts.license ?? 'UNLICENSED',
    ...(author && { author }),
    type: 'module',
    bin: { [npmName.replace(/^@[^/]*\//u, '')]: 'dist/server.mjs' },
    files: ['dist', ...(licenseText === undefined ? [] : ['LICENSE'])],
    engines: { node: `>=${findOldestNode(project).replace(/\.0$/u, '')}` },
    ...(facts.registryName !== undefined && { mcpName: facts.registryName }),
    ...(build.outside.length > 0 && { dependencies }),
    // Scoped packages are private in the registry unless `access` is set.
    publishConfig: { access: 'public' },
  });
}

/** Matches names that npm rejects because Node or npm reserve them. */
const refusedNames = /^(?:node_modules|favicon\.ico|[._].*)$/u;

function listProblems(project: PackagedProject): readonly PackageProblem[] {
  const { facts } = project;
  const problems = [
    ...checkVersion(project),
    ...checkDescription(project),
    ...checkOutside(project),
    ...checkDatabaseFiles(project),
  ];
  const { npmName, license, repository } = facts;
  if (npmName === undefined) {
    problems.push(missingKey(['package', 'npmName'], 'It names the package.', '"@scope/my-server"'));
  } else if (refusedNames.test(npmName.replace(/^@[^/]*\//u, ''))) {
    const message = `npm does not allow the name ${npmName}.`;
    problems.push({ kind: 'invalid', path: ['package', 'npmName'], message, help: 'Choose another name.' });
  }
  if (license === undefined) {
    problems.push(missingKey(['package', 'license'], 'It tells users how they may use the server.', 'MIT'));
  }
  if (repository === undefined) {
    const message = 'Without `package.repository` npm cannot attest where the package was built (provenance).';
    problems.push({
      kind: 'advice',
      path: ['package'],
      message,
      help: 'Add `repository: https://github.com/<user>/<repository>` to `package`.',
    });
  }
  return problems;
}
