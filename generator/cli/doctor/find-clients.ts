import { join } from 'node:path';
import type { Finding } from '../../feature-kit/finding.js';
import { hasEntry } from '../../outputs/connect/edit-configuration.js';
import type { Client, Machine } from '../../outputs/connect/client.js';
import { clients } from '../../outputs/connect/clients.js';
import { nodeFileSystem } from '../../pipeline/write/file-system.js';

/**
 * Finds client configurations that mention a server. Changes nothing and shows no content, which may contain secrets.
 * @param root Absolute path of the project.
 * @param server Name that clients may use for the server.
 */
export async function findClients(
  root: string,
  server: string | undefined,
  machine: Machine,
): Promise<readonly Finding[]> {
  const found = await Promise.all(
    listConfigurations(root, machine).map(async ({ client, path }): Promise<readonly Finding[]> => {
      const text = await nodeFileSystem.readText(path).catch(() => undefined);
      if (text === undefined) return [];
      const isKnown = mentions(text, root, server) || (server !== undefined && hasEntry(client, text, server));
      if (isKnown)
        return [{ code: 'client', state: 'fine', text: `${client.title} has this server configured: ${path}` }];
      return [{ code: 'client', state: 'note', text: `${client.title} does not have this server configured: ${path}` }];
    }),
  );
  const findings = found.flat();
  if (findings.length > 0) return findings;
  return [
    {
      code: 'client',
      state: 'note',
      text: 'No client configuration was found',
      help: 'Run `create-mcp-from-schema connect`.',
    },
  ];
}

interface Configuration {
  readonly client: Client;
  readonly path: string;
}

function listConfigurations(root: string, machine: Machine): readonly Configuration[] {
  return clients.flatMap((client) => {
    const files = [(client.userFile ?? client.trace)(machine), client.projectFile && join(root, client.projectFile)];
    return files.flatMap((path) => (path ? [{ client, path }] : []));
  });
}

/** Whether a configuration contains the server's folder, or the server's name as a key. */
function mentions(text: string, root: string, server: string | undefined): boolean {
  const slashed = text.replace(/\\+/gu, '/');
  if (`${slashed}/`.includes(`${root.replaceAll('\\', '/')}/`)) return true;
  return server !== undefined && new RegExp(`"${server.replace(/[^\w-]/gu, '\\$&')}"\\s*:`, 'u').test(text);
}
