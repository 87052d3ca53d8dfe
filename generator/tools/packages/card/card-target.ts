import { serverCardPart } from '../../../features/server-card/server-card-part.js';
import { listRemotes, printJson } from '../../../features/package/public-facts.js';
import { findCardProblems, printServerCard } from '../../../features/server-card/print-server-card.js';
import { planSite } from '../../../outputs/site/plan-site.js';
import type { PackagedProject, PackageTarget } from '../target.js';

/** Server card and AI catalog for discovering a server over HTTP, and `llms.txt` for models. */
export const cardTarget: PackageTarget = {
  name: 'card',
  summary: 'a server card and a catalog for discovery over HTTP (SEP-2127, a draft), and llms.txt',
  plan(project) {
    const [remote] = listRemotes(project);
    const address = remote && `${remote.url.replace(/(?<!\/)\/+$/u, '')}/server-card`;
    const pages = planSite(project.model, { isLocal: false, url: remote?.url });
    return {
      files: [
        { path: 'server-card.json', content: printServerCard(project) },
        { path: 'ai-catalog.json', content: printJson(describeCatalog(project, address ?? '')) },
        ...pages.filter(({ path }) => path === 'llms.txt' || path === 'server.md'),
      ],
      problems: findCardProblems(project),
      steps: [
        ...(serverCardPart.of(project.model)
          ? []
          : [
              `Serve server-card.json at ${address ?? '<endpoint>/server-card'} as application/mcp-server-card+json with Access-Control-Allow-Origin: *, or let the server do it with \`serverCard: true\` under \`server\``,
            ]),
        'On your domain, serve ai-catalog.json at /.well-known/ai-catalog.json as application/ai-catalog+json, and llms.txt and server.md at the root. Serve all of them with Access-Control-Allow-Origin: *',
      ],
    };
  },
};

/** Describes a catalog with one entry, named `urn:air:<domain>:mcp:<name>`. */
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
