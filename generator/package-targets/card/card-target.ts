import { legacyRevisions, modernRevisions } from '../../../runtime/protocol/revisions.js';
import { planSite } from '../../site/plan-site.js';
import { checkDescription, checkVersion, homepageOf, missingKey, printJson } from '../check-needs.js';
import { describeRepository, listIcons, listRemotes, summaryOf } from '../registry/registry-target.js';
import type { PackagedProject, PackageProblem, PackageTarget } from '../target.js';

/**
 * Schema of the card. SEP-2127 is a draft: the main specification does not have it yet, and the card may still change.
 *
 * @see https://github.com/modelcontextprotocol/experimental-ext-server-card, schema.ts and docs/discovery.md (commit 8924e08 of
 *   2026-07-24, read in November 2026)
 */
const schema = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';

/** Server card and AI catalog with which clients find a server over HTTP, and `llms.txt` for models. */
export const cardTarget: PackageTarget = {
  name: 'card',
  summary: 'a server card and a catalog for the host of a server over HTTP (SEP-2127, a draft), and llms.txt',
  plan(project) {
    const [remote] = listRemotes(project) as readonly { readonly url: string }[];
    const address = remote && `${remote.url.replace(/(?<!\/)\/+$/u, '')}/server-card`;
    const pages = planSite(project.model, { isLocal: false, url: remote?.url });
    return {
      files: [
        { path: 'server-card.json', content: printJson(describeCard(project)) },
        { path: 'ai-catalog.json', content: printJson(describeCatalog(project, address ?? '')) },
        ...pages.filter(({ path }) => path === 'llms.txt' || path === 'server.md'),
      ],
      problems: listProblems(project),
      steps: [
        `Serve server-card.json at ${address ?? '<endpoint>/server-card'} as application/mcp-server-card+json`,
        'Serve ai-catalog.json at /.well-known/ai-catalog.json of your domain, and llms.txt and server.md at its root; all with Access-Control-Allow-Origin: *',
      ],
    };
  },
};

function describeCard(project: PackagedProject): object {
  const { facts, model } = project;
  const { title, version } = model.server;
  const icons = listIcons(project);
  const versions = [...legacyRevisions, ...modernRevisions];
  return {
    $schema: schema,
    name: facts.registryName ?? '',
    version,
    description: summaryOf(project),
    ...(title !== undefined && title.trim() !== '' && title.length <= maxText && { title }),
    ...(homepageOf(project) !== undefined && { websiteUrl: homepageOf(project) }),
    ...(facts.repository !== undefined && { repository: describeRepository(facts.repository) }),
    ...(icons.length > 0 && { icons }),
    remotes: listRemotes(project).map((remote) => ({ ...remote, supportedProtocolVersions: versions })),
  };
}

/** Catalog with one entry. The name of an entry is `urn:air:<domain>:mcp:<name>`. */
function describeCatalog({ facts }: PackagedProject, url: string): object {
  const [namespace = '', name = ''] = (facts.registryName ?? '').split('/');
  const publisher = namespace.split('.').toReversed().join('.');
  return {
    specVersion: '1.0',
    entries: [
      {
        identifier: `urn:air:${publisher}:mcp:${name}`,
        type: 'application/mcp-server-card+json',
        url,
      },
    ],
  };
}

/** Most characters of title and description. */
const maxText = 100;

function listProblems(project: PackagedProject): readonly PackageProblem[] {
  const { facts } = project;
  const problems: PackageProblem[] = [...checkVersion(project)];
  if (facts.registryName === undefined) {
    const message = 'It is the name of the server, in a namespace that you own.';
    problems.push(missingKey(['package', 'registryName'], message, 'io.github.user/my-server'));
  }
  if (facts.summary === undefined) problems.push(...checkDescription(project));
  if (summaryOf(project).length > maxText) {
    const message = 'The description of the server has more than 100 characters, which is the most of a card.';
    problems.push(missingKey(['package', 'summary'], message, 'What the server is for, in one line'));
  }
  if (listRemotes(project).length === 0) {
    const message = 'It is the address of the server over HTTP.';
    problems.push(missingKey(['package', 'url'], message, 'https://mcp.example.com/mcp'));
  }
  return problems;
}
