import { createHash } from 'node:crypto';
import { checkAddress } from '../../../features/package/check-facts.js';
import {
  describeRepository,
  listIcons,
  listRemotes,
  shortTitleOf,
  summaryOf,
  type PublicIcon,
} from '../../../features/package/public-facts.js';
import { checkDescription, checkVersion, missingKey } from '../../../features/package/check-facts.js';
import { homepageOf, printJson } from '../../../features/package/public-facts.js';
import type { Setting } from '../../../features/package/list-settings.js';
import { checkStdio } from '../check-needs.js';
import { mcpbFile, mcpbTarget } from '../mcpb/mcpb-target.js';
import { nameImage } from '../name-image.js';
import type { PackageProblem } from '../../../features/package/problem.js';
import type { PackagedProject, PackageTarget } from '../target.js';

/**
 * Schema of `server.json`, the latest release. The draft adds fields, but the registry does not accept it for
 * publishing.
 *
 * @see https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json/CHANGELOG.md
 */
const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** `server.json` for the MCP registry, which lists a server's packages and how to start them. */
export const registryTarget: PackageTarget = {
  name: 'registry',
  summary: 'server.json, for listing the server in the MCP registry with `mcp-publisher publish`',
  plan(project) {
    return {
      files: [{ path: 'server.json', content: printJson(describeServer(project)) }],
      problems: listProblems(project),
      steps: [
        `Publish the packages that server.json names, then: cd ${project.folders.packages}/registry && mcp-publisher publish`,
      ],
    };
  },
};

/** Maximum number of characters in the title and the description. */
const maxText = 100;

function describeServer(project: PackagedProject): object {
  const { facts, model } = project;
  const icons = listIcons(project).map(withKnownMediaType);
  const packages = listPackages(project);
  const remotes = listRemotes(project);
  return {
    $schema: schema,
    name: facts.registryName ?? '',
    title: shortTitleOf(project),
    description: summaryOf(project),
    ...(facts.repository !== undefined && { repository: describeRepository(facts.repository) }),
    version: model.server.version,
    ...(homepageOf(project) !== undefined && { websiteUrl: homepageOf(project) }),
    ...(icons.length > 0 && { icons }),
    ...(packages.length > 0 && { packages }),
    ...(remotes.length > 0 && { remotes }),
  };
}

/** Icon media types that the schema of `server.json` allows. */
const iconMediaTypes = new Set(['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml', 'image/webp']);

/** Removes a media type that would make `server.json` invalid; clients then use the `Content-Type` of the response. */
function withKnownMediaType({ mimeType, ...icon }: PublicIcon): PublicIcon {
  return { ...icon, ...(mimeType !== undefined && iconMediaTypes.has(mimeType) && { mimeType }) };
}

function listPackages(project: PackagedProject): readonly object[] {
  const { facts, model, settings } = project;
  const { version } = model.server;
  const variables = settings.filter(({ isForHttpOnly }) => !isForHttpOnly).map(describeVariable);
  const common = {
    transport: { type: 'stdio' },
    ...(variables.length > 0 && { environmentVariables: variables }),
  };
  const address = bundleAddress(project);
  const hasBundle = address !== undefined && releaseFiles.test(address);
  return [
    ...(facts.npmName === undefined
      ? []
      : [{ registryType: 'npm', identifier: facts.npmName, version, runtimeHint: 'npx', ...common }]),
    ...(facts.image === undefined
      ? []
      : [{ registryType: 'oci', identifier: nameImage(facts.image, version), ...common }]),
    ...(hasBundle
      ? [{ registryType: 'mcpb', identifier: address, version, fileSha256: hashBundle(project), ...common }]
      : []),
  ];
}

/** Returns the URL of a release's bundle; `undefined` if no bundle is created or its URL is unknown. */
function bundleAddress(project: PackagedProject): string | undefined {
  if (!project.targets.has(mcpbTarget.name)) return undefined;
  const { facts, model } = project;
  const [, repository] =
    /^(https:\/\/github\.com\/[\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/u.exec(facts.repository ?? '') ?? [];
  const folder =
    facts.downloads ?? (repository === undefined ? undefined : `${repository}/releases/download/v{version}`);
  if (folder === undefined) return undefined;
  const version = encodeURIComponent(model.server.version);
  return `${folder.replaceAll('{version}', version).replace(/(?<!\/)\/+$/u, '')}/${mcpbFile(project)}`;
}

function hashBundle(project: PackagedProject): string {
  const bundle = project.planOf(mcpbTarget.name).files.find(({ path }) => path === mcpbFile(project));
  return createHash('sha256')
    .update(bundle?.content ?? '')
    .digest('hex');
}

const formats = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  file: 'filepath',
  directory: 'filepath',
} as const;

function describeVariable(setting: Setting): object {
  const { variable, title, description, type, isRequired, isSecret, defaultValue, choices } = setting;
  return {
    name: variable,
    description: description === '' ? title : description,
    format: formats[type],
    isRequired,
    isSecret,
    ...(defaultValue !== undefined && { default: String(defaultValue) }),
    ...(choices && { choices }),
  };
}

/** Image hosts that the registry accepts. */
const imageHosts = /^(?:docker\.io|ghcr\.io|mcr\.microsoft\.com|quay\.io|[a-z0-9.-]+\.(?:pkg\.dev|azurecr\.io))\//u;

/** Repositories that the registry accepts. @see https://github.com/modelcontextprotocol/registry, internal/validators/utils.go */
const repositories = /^https:\/\/(?:www\.)?(?:github\.com\/[\w.-]+\/[\w.-]+|gitlab\.com\/[\w.-]+(?:\/[\w.-]+)+)\/?$/u;

/**
 * Release files on GitHub and GitLab, the only bundle URLs that the registry accepts.
 *
 * @see https://github.com/modelcontextprotocol/registry, internal/validators/registries/mcpb.go
 */
const releaseFiles =
  /^https:\/\/(?:www\.)?(?:github\.com\/[A-Za-z0-9](?:[A-Za-z0-9-]{0,37}[A-Za-z0-9])?\/[\w.-]+\/releases\/download\/[^/]+|gitlab\.com\/(?:[\w.-]+\/)+-\/releases\/[^/]+\/downloads)\/[^/]+$/u;

function listProblems(project: PackagedProject): readonly PackageProblem[] {
  const { facts, model } = project;
  const problems: PackageProblem[] = [
    ...checkVersion(project),
    ...(listPackages(project).length > 0 ? checkStdio(project) : []),
  ];
  const add = (kind: PackageProblem['kind'], path: readonly string[], message: string, help: string): void => {
    problems.push({ kind, path, message, help });
  };
  if (facts.registryName === undefined) {
    const message = 'It names the server in the registry, in a namespace that you own.';
    problems.push(missingKey(['package', 'registryName'], message, 'io.github.user/my-server'));
  }
  if (facts.summary === undefined) problems.push(...checkDescription(project));
  if (summaryOf(project).length > maxText) {
    const message = 'The description of the server exceeds 100 characters, the limit of the registry.';
    problems.push(missingKey(['package', 'summary'], message, 'What the server is for, in one line'));
  }
  if ((model.server.title ?? '').length > maxText) {
    const message = 'The title of the server exceeds 100 characters and is omitted.';
    add('advice', ['server', 'title'], message, 'Write a shorter one.');
  }
  if (facts.repository !== undefined && !repositories.test(facts.repository)) {
    const message = 'The registry accepts repositories at github.com and gitlab.com.';
    add('invalid', ['package', 'repository'], message, 'Write `https://github.com/<user>/<repository>`.');
  }
  if (facts.image !== undefined && !imageHosts.test(`${facts.image}/`)) {
    const message = `The MCP registry does not accept images from ${facts.image.split('/')[0]}.`;
    add(
      'invalid',
      ['package', 'image'],
      message,
      'Use docker.io, ghcr.io, quay.io, mcr.microsoft.com, Artifact Registry or Azure.',
    );
  }
  const address = bundleAddress(project);
  if (address !== undefined && !releaseFiles.test(address)) {
    const message = `The registry only accepts bundles in GitHub and GitLab releases, so server.json omits ${address}.`;
    const help = 'Write `downloads: https://github.com/<user>/<repository>/releases/download/v{version}`.';
    add('advice', ['package', facts.downloads === undefined ? 'repository' : 'downloads'], message, help);
  }
  problems.push(...checkAddress(project));
  if (listPackages(project).length + listRemotes(project).length === 0) {
    const message = 'server.json has no package and no URL: clients could neither start nor reach the server.';
    add(
      'invalid',
      ['package'],
      message,
      'Add `npmName`, `image` or `url`, or set `repository` and build the `mcpb` package in the same run.',
    );
  }
  return problems;
}
