import { join } from 'node:path';
import { nodeFileSystem } from '../../write/file-system.js';

/** Result of one examination. */
export interface Finding {
  /** `note`: nothing is wrong, but the finding may explain a problem. */
  readonly state: 'fine' | 'note' | 'broken';
  readonly text: string;
  /** Advice. */
  readonly help?: string;
}

/** Facts about the machine that decide where clients keep their configuration. */
export interface Machine {
  readonly home: string;
  /** As Node calls it. */
  readonly platform: string;
  readonly environment: { readonly [name: string]: string | undefined };
}

/**
 * Looks for configurations of clients that mention a server. Changes nothing, and shows nothing of their content: they may
 * hold secrets.
 *
 * @param root absolute path of the project
 * @param server name that clients may use for the server
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
      if (mentions(text, root, server)) return [{ state: 'fine', text: `${client} knows this server: ${path}` }];
      return [{ state: 'note', text: `${client} does not know this server: ${path}` }];
    }),
  );
  const findings = found.flat();
  if (findings.length > 0) return findings;
  return [
    { state: 'note', text: 'No configuration of a client was found', help: 'README.md says how to connect one.' },
  ];
}

interface Configuration {
  readonly client: string;
  readonly path: string;
}

function listConfigurations(root: string, machine: Machine): readonly Configuration[] {
  const { home } = machine;
  const settings = settingsFolder(machine);
  return [
    { client: 'Claude Desktop', path: join(settings, 'Claude', 'claude_desktop_config.json') },
    { client: 'Claude Code', path: join(home, '.claude.json') },
    { client: 'Claude Code', path: join(root, '.mcp.json') },
    { client: 'VS Code', path: join(settings, 'Code', 'User', 'mcp.json') },
    { client: 'VS Code', path: join(root, '.vscode', 'mcp.json') },
    { client: 'Cursor', path: join(home, '.cursor', 'mcp.json') },
    { client: 'Cursor', path: join(root, '.cursor', 'mcp.json') },
    { client: 'Windsurf', path: join(home, '.codeium', 'windsurf', 'mcp_config.json') },
  ];
}

function settingsFolder({ home, platform, environment }: Machine): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return environment['APPDATA'] ?? join(home, 'AppData', 'Roaming');
  return environment['XDG_CONFIG_HOME'] ?? join(home, '.config');
}

/** Whether a configuration names the folder of the server, or has the server's name as a key. */
function mentions(text: string, root: string, server: string | undefined): boolean {
  const slashed = text.replace(/\\+/gu, '/');
  if (`${slashed}/`.includes(`${root.replaceAll('\\', '/')}/`)) return true;
  return server !== undefined && new RegExp(`"${server.replace(/[^\w-]/gu, '\\$&')}"\\s*:`, 'u').test(text);
}
