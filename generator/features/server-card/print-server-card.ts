import { legacyProtocolVersions, modernProtocolVersions } from '../../../runtime/wire/protocol-versions.js';
import { checkAddress, checkDescription, checkVersion, missingKey } from '../package/check-facts.js';
import type { PackageProblem } from '../package/problem.js';
import {
  describeRepository,
  homepageOf,
  listIcons,
  listRemotes,
  printJson,
  shortTitleOf,
  summaryOf,
  type DescribedServer,
} from '../package/public-facts.js';

/**
 * Schema of the server card. SEP-2127 is a draft that is not yet in the main specification, so the card may change.
 *
 * @see https://github.com/modelcontextprotocol/experimental-ext-server-card, schema.ts and docs/discovery.md (commit
 *   8924e08 of 2026-07-24, read in November 2026)
 */
const schema = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';

/**
 * Prints the server card, which clients use for discovery. The server and the package target `card` use the same
 * content.
 */
export function printServerCard(project: DescribedServer): string {
  const { facts, model } = project;
  const { version } = model.server;
  const icons = listIcons(project);
  const versions = [...legacyProtocolVersions, ...modernProtocolVersions];
  return printJson({
    $schema: schema,
    name: facts.registryName ?? '',
    version,
    description: summaryOf(project),
    title: shortTitleOf(project),
    ...(homepageOf(project) !== undefined && { websiteUrl: homepageOf(project) }),
    ...(facts.repository !== undefined && { repository: describeRepository(facts.repository) }),
    ...(icons.length > 0 && { icons }),
    remotes: listRemotes(project).map((remote) => ({ ...remote, supportedProtocolVersions: versions })),
  });
}

/** Maximum number of characters in the title and the description. */
const maxText = 100;

/** Finds the problems that prevent the creation of a server card. */
export function findCardProblems(project: DescribedServer): readonly PackageProblem[] {
  const { facts } = project;
  const problems: PackageProblem[] = [...checkVersion(project), ...checkAddress(project)];
  if (facts.registryName === undefined) {
    const message = 'It is the name of the server, in a namespace that you own.';
    problems.push(missingKey(['package', 'registryName'], message, 'io.github.user/my-server'));
  }
  if (facts.summary === undefined) problems.push(...checkDescription(project));
  if (summaryOf(project).length > maxText) {
    const message = 'The description of the server exceeds 100 characters, the limit of a server card.';
    problems.push(missingKey(['package', 'summary'], message, 'What the server is for, in one line'));
  }
  if (listRemotes(project).length === 0) {
    const message = 'It is the HTTP URL of the server.';
    problems.push(missingKey(['package', 'url'], message, 'https://mcp.example.com/mcp'));
  }
  return problems;
}
