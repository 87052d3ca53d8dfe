import { imagePort, printBuiltDockerfile } from '../../scaffold/print-dockerfile.js';
import { checkVersion, missingKey } from '../../../features/package/check-facts.js';
import { printJson } from '../../../features/package/public-facts.js';
import { checkDatabaseFiles } from '../check-databases.js';
import { checkOutside } from '../check-needs.js';
import { mcpbName } from '../mcpb/mcpb-manifest.js';
import type { PackageProblem } from '../../../features/package/problem.js';
import type { PackagedProject, PackageFile, PackageTarget } from '../target.js';
import { nameImage } from '../name-image.js';
import { describeCatalogEntry } from './catalog-entry.js';
import { printCompose, secretsFile, printSecrets } from './print-compose.js';

/** Container image, compose file, and Docker MCP catalog entry of a server. */
export const dockerTarget: PackageTarget = {
  name: 'docker',
  summary: 'a container image, a compose file, and a Docker MCP Catalog entry',
  plan(project) {
    const { build, facts, model } = project;
    const hasPackages = build.outside.length > 0;
    const secrets = printSecrets(project);
    const dependencies = Object.fromEntries(build.outside.map(({ name, version = '' }) => [name, version]));
    const image = nameImage(facts.image ?? '', model.server.version);
    const entry = describeCatalogEntry(project);
    const files: PackageFile[] = [
      { path: 'Dockerfile', content: printBuiltDockerfile(hasPackages, facts.registryName) },
      // Sends the builder only files that the Dockerfile copies, and therefore no file with secrets.
      { path: '.dockerignore', content: `*\n!dist\n${hasPackages ? '!package.json\n' : ''}` },
      { path: 'compose.yaml', content: printCompose(project, image) },
      ...(secrets === undefined ? [] : [{ path: `${secretsFile}.example`, content: secrets }]),
      ...(hasPackages ? [{ path: 'package.json', content: printJson({ private: true, dependencies }) }] : []),
      ...[...build.files].map(([name, content]) => ({ path: `dist/${name}`, content })),
      ...entry.files.map(({ path, content }) => ({
        path: `catalogue/servers/${mcpbName(model.server.name)}/${path}`,
        content,
      })),
    ];
    const folder = `${project.folders.packages}/docker`;
    return {
      files,
      problems: [...listProblems(project), ...entry.problems],
      steps: [
        `Build it: docker build -t ${image} ${folder} (with --target http for Streamable HTTP on port ${imagePort})`,
        `Publish it: docker buildx build --platform linux/amd64,linux/arm64 --provenance=mode=max --sbom=true -t ${image} --push ${folder}`,
        `Run it: docker run -i --rm ${listRequired(project)}${image}; over HTTP: docker compose -f ${folder}/compose.yaml up`,
        ...entry.steps,
      ],
    };
  },
};

/** Lists `docker run` options that pass the required variables on from the shell. */
function listRequired({ settings }: PackagedProject): string {
  return settings
    .filter(({ isRequired, isForHttpOnly, defaultValue }) => isRequired && !isForHttpOnly && defaultValue === undefined)
    .map(({ variable }) => `-e ${variable} `)
    .join('');
}

function listProblems(project: PackagedProject): readonly PackageProblem[] {
  const problems = [...checkVersion(project), ...checkOutside(project), ...checkDatabaseFiles(project)];
  if (project.facts.image !== undefined) return problems;
  return [...problems, missingKey(['package', 'image'], 'It names the image.', 'ghcr.io/user/my-server')];
}
