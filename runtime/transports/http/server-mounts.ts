import type { AccessControl } from '../../core/api/auth.js';
import type { Delegation } from '../../core/api/delegation.js';
import type { DocsPage } from '../../core/api/docs-page.js';
import type { Mount } from '../../core/service/mount.js';
import { metadataResponse } from './serve-metadata.js';

/** Creates the mount of the protected resource metadata, which is public and cheap to serve. */
export function metadataMount(access: AccessControl): Mount {
  return {
    paths: access.listMetadata(),
    after: 'host',
    find(request, path) {
      const metadata = access.findMetadata(path);
      return metadata === undefined ? undefined : () => metadataResponse(metadata, request.method);
    },
  };
}

/**
 * Creates the mount of the server card, next to the endpoint.
 *
 * @param endpoint Path of the endpoint.
 * @see https://github.com/modelcontextprotocol/experimental-ext-server-card/blob/main/docs/discovery.md, Hosted Server
 *   Card Location
 */
export function cardMount(card: DocsPage, endpoint: string): Mount {
  const cardPath = `${endpoint.replace(/(?<!\/)\/+$/u, '')}/server-card`;
  return {
    paths: [cardPath],
    after: 'host',
    isCounted: true,
    find: (request, path) => (path === cardPath ? () => card.answer(request) : undefined),
  };
}

/** Creates the mount of the consent screens. */
export function consentMount(delegation: Delegation): Mount {
  return {
    paths: delegation.listPages(),
    after: 'host',
    isCounted: true,
    find: (request) => delegation.findPage(request),
  };
}

/**
 * Creates the mount of the docs page at `/`, unless the endpoint has that path.
 *
 * @param endpoint Path of the endpoint.
 */
export function docsPageMount(docsPage: DocsPage, endpoint: string): Mount {
  return {
    paths: [],
    after: 'origin',
    isCounted: true,
    isForOpenServers: !docsPage.isPublic,
    find: (request, path) => (path === '/' && endpoint !== '/' ? () => docsPage.answer(request) : undefined),
  };
}
