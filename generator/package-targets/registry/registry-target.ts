import { createHash } from 'node:crypto';
import { checkDescription, checkVersion, descriptionOf, homepageOf, missingKey, printJson } from '../check-needs.js';
import type { Setting } from '../list-settings.js';
import { mcpbFile, mcpbTarget } from '../mcpb/mcpb-target.js';
import type { PackagedProject, PackageProblem, PackageTarget } from '../target.js';

/**
 * Schema of `server.json`: the newest that is released. The registry's draft adds fields, and is not accepted when one publishes.
 *
 * @see https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json/CHANGELOG.md
 */
const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** `server.json` for the MCP registry: where the packages of a server are, and how they are started. */
export const registryTarget: PackageTarget = {
  name: 'registry',
  summary: 'server.json, with which `mcp-publisher publish` lists the server at the MCP registry',
  plan(project) {
    return {
      files: [{ path: 'server.json', content: printJson(describeServer(project)) }],
      problems: listProblems(project),
      steps: ['Publish the packages that server.json names, then: cd packages/registry && mcp-publisher publish'],
    };
  },
};

/** Most characters of title and description. */
const maxText = 100;
const maxIconUrl = 255;

function describeServer(project: PackagedProject): object {
  const { facts, model } = project;
  const { title } = model.server;
  const icons = listIcons(project);
  const packages = listPackages(project);
  const remotes = listRemotes(project);
  return {
    $schema: schema,
    name: facts.registryName ?? '',
    ...(title !== undefined && title.trim() !== '' && title.length <= maxText && { title }),
    description: summaryOf(project),
    ...(facts.repository !== undefined && { repository: describeRepository(facts.repository) }),
    version: model.server.version,
    ...(homepageOf(project) !== undefined && { websiteUrl: homepageOf(project) }),
    ...(icons.length > 0 && { icons }),
    ...(packages.length > 0 && { packages }),
    ...(remotes.length > 0 && { remotes }),
  };
}

/** Text about the server in one line: `summary`, else the description. */
export function summaryOf(project: PackagedProject): string {
  return project.facts.summary ?? descriptionOf(project);
}

/** Repository of the source code, as `server.json` and server cards have it. */
export function describeRepository(url: string): object {
  const { hostname } = new URL(url);
  const source = hostname.replace(/^www\./u, '').replace(/\.com$/u, '');
  return { url, source };
}

/** Icons that have an `https:` address: those of `package`, else those of the server. */
export function listIcons({ facts, model }: PackagedProject): readonly object[] {
  const own = facts.icons.flatMap((icon) =>
    icon.kind === 'url' && icon.url.length <= maxIconUrl
      ? [
          {
            src: icon.url,
            ...(icon.sizes.length > 0 && { sizes: icon.sizes }),
            ...(icon.theme && { theme: icon.theme }),
          },
        ]
      : [],
  );
  if (own.length > 0 || !Array.isArray(model.server.icons)) return own;
  return model.server.icons.flatMap((icon) => {
    const src: unknown = icon instanceof Map ? icon.get('src') : undefined;
    if (typeof src !== 'string' || !src.startsWith('https://') || src.length > maxIconUrl) return [];
    const sizes: unknown = icon.get('sizes');
    return [{ src, ...(Array.isArray(sizes) && { sizes }) }];
  });
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
  return [
    ...(facts.npmName === undefined
      ? []
      : [{ registryType: 'npm', identifier: facts.npmName, version, runtimeHint: 'npx', ...common }]),
    ...(facts.image === undefined ? [] : [{ registryType: 'oci', identifier: `${facts.image}:${version}`, ...common }]),
    ...(address === undefined
      ? []
      : [{ registryType: 'mcpb', identifier: address, version, fileSha256: hashBundle(project), ...common }]),
  ];
}

/** Address of the bundle of a release; `undefined` when no bundle is made, or nobody knows where it will be. */
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

/** Addresses of the server over HTTP, none or one: `url` of `package`, else `resource` of `auth` without variables. */
export function listRemotes({ facts, model }: PackagedProject): readonly object[] {
  const resource: unknown = model.auth?.settings.get('resource');
  const known = typeof resource === 'string' && /^https:\/\/[^${}\s]+$/u.test(resource) ? resource : undefined;
  const url = facts.url ?? known;
  if (url === undefined) return [];
  // Clients sign in at the issuers of access tokens; they ask for a key only where there are none.
  const issuers: unknown = model.auth?.settings.get('issuers');
  const hasKeysOnly = model.auth?.settings.has('apiKeys') === true && Array.isArray(issuers) && issuers.length === 0;
  const value = {
    name: 'Authorization',
    description: 'Bearer and the key of the caller.',
    isRequired: true,
    isSecret: true,
  };
  return [{ type: 'streamable-http', url, ...(hasKeysOnly && { headers: [value] }) }];
}

const formats = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  file: 'filepath',
  directory: 'filepath',
} as const;

function describeVariable({ variable, title, description, type, isRequired, isSecret, byDefault }: Setting): object {
  return {
    name: variable,
    description: description === '' ? title : description,
    format: formats[type],
    isRequired,
    isSecret,
    ...(byDefault !== undefined && { default: String(byDefault) }),
  };
}

/** Hosts of images that the registry accepts. @see https://github.com/modelcontextprotocol/registry/blob/main/docs/modelcontextprotocol-io/package-types.mdx */
const imageHosts =
  /^(?:docker\.io|ghcr\.io|mcr\.microsoft\.com|quay\.io|[a-z0-9-]+-docker\.pkg\.dev|[a-z0-9.-]+\.azurecr\.io)\//u;

function listProblems(project: PackagedProject): readonly PackageProblem[] {
  const { facts, model } = project;
  const problems: PackageProblem[] = [...checkVersion(project)];
  const add = (kind: PackageProblem['kind'], path: readonly string[], message: string, help: string): void => {
    problems.push({ kind, path, message, help });
  };
  if (facts.registryName === undefined) {
    const message = 'It is the name of the server at the registry, in a namespace that you own.';
    problems.push(missingKey(['package', 'registryName'], message, 'io.github.user/my-server'));
  }
  if (facts.summary === undefined) problems.push(...checkDescription(project));
  if (summaryOf(project).length > maxText) {
    const message =
      'The description of the server has more than 100 characters, which is the most that the registry takes.';
    problems.push(missingKey(['package', 'summary'], message, 'What the server is for, in one line'));
  }
  if ((model.server.title ?? '').length > maxText) {
    const message = 'The title of the server has more than 100 characters and is left out.';
    add('advice', ['server', 'title'], message, 'Write a shorter one.');
  }
  if (
    facts.repository !== undefined &&
    !/^https:\/\/(?:www\.)?(?:github|gitlab)\.com\/[\w./-]+$/u.test(facts.repository)
  ) {
    const message = 'The registry accepts repositories at github.com and gitlab.com.';
    add('invalid', ['package', 'repository'], message, 'Write `https://github.com/<user>/<repository>`.');
  }
  if (facts.image !== undefined && !imageHosts.test(`${facts.image}/`)) {
    const message = `The registry does not accept images of the host of ${facts.image}.`;
    add(
      'invalid',
      ['package', 'image'],
      message,
      'Use docker.io, ghcr.io, quay.io, mcr.microsoft.com, Artifact Registry or Azure.',
    );
  }
  if (listPackages(project).length + listRemotes(project).length === 0) {
    const message = 'server.json names no package and no address: nobody could start or reach the server.';
    add(
      'invalid',
      ['package'],
      message,
      'Add `npmName`, `image` or `url`, or make the package `mcpb` in the same run with `repository`.',
    );
  }
  return problems;
}
