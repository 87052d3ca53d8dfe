import { mcpbName } from '../mcpb/mcpb-manifest.js';
import { listRemotes } from '../../../features/package/public-facts.js';
import { authPart } from '../../../features/auth/auth-part.js';
import type { PackagedProject } from '../target.js';

/** Catalog entry members that describe how clients get access to a remote server. */
interface RemoteAccess {
  readonly dynamic?: object;
  readonly headers?: object;
  readonly oauth?: readonly object[];
  readonly config?: object;
}

/**
 * Describes the access to a remote server: sign-in if the server has issuers, a key if it only accepts keys.
 *
 * @see https://github.com/docker/mcp-registry/blob/main/CONTRIBUTING.md, Adding a Remote MCP Server, and
 *   servers/apify there
 */
export function describeAccess(project: PackagedProject): RemoteAccess {
  const { server } = project.model;
  const auth = authPart.of(project.model);
  if (!auth) return {};
  const name = mcpbName(server.name);
  const prefix = name.replaceAll('-', '_').toUpperCase();
  if (listRemotes(project)[0]?.headers) {
    const env = `${prefix}_API_KEY`;
    return {
      headers: { Authorization: `Bearer \${${env}}` },
      config: { secrets: [{ name: `${name}.api_key`, env, example: `<${env}>` }] },
    };
  }
  const token = { secret: `${name}.personal_access_token`, env: `${prefix}_PERSONAL_ACCESS_TOKEN` };
  return { dynamic: { tools: true }, oauth: [{ provider: name, ...token }] };
}
