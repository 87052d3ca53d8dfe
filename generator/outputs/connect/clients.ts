import path from 'node:path';
import { variablesOf, writeCodexHeaders, writeHeaders } from './header-variables.js';
import type { Entry, Client, LocalServer, Machine } from './client.js';

const braces = (name: string): string => `\${${name}}`;
const envBraces = (name: string): string => `\${env:${name}}`;

/** Joins path segments with the separator of a machine's platform. */
function join({ platform }: Machine, ...segments: readonly string[]): string {
  return (platform === 'win32' ? path.win32 : path.posix).join(...segments);
}

/** Returns a path below the user's home folder. */
function atHome(...segments: readonly string[]): (machine: Machine) => string {
  return (machine) => join(machine, machine.home, ...segments);
}

/** Returns the folder in which desktop applications store their settings. */
function settingsFolder(machine: Machine): string {
  const { home, platform, environment } = machine;
  if (platform === 'darwin') return join(machine, home, 'Library', 'Application Support');
  if (platform === 'win32') return environment['APPDATA'] || join(machine, home, 'AppData', 'Roaming');
  return environment['XDG_CONFIG_HOME'] || join(machine, home, '.config');
}

/** Returns a path below {@link settingsFolder}. */
function inSettings(...segments: readonly string[]): (machine: Machine) => string {
  return (machine) => join(machine, settingsFolder(machine), ...segments);
}

/** Returns a path below `.config` on macOS and Linux, and below `%APPDATA%` on Windows. */
function inConfig(posix: readonly string[], windows: readonly string[]): (machine: Machine) => string {
  return (machine) => {
    if (machine.platform === 'win32') return join(machine, settingsFolder(machine), ...windows);
    const base = machine.platform === 'linux' ? machine.environment['XDG_CONFIG_HOME'] : undefined;
    return join(machine, base || join(machine, machine.home, '.config'), ...posix);
  };
}

/** Returns the command that adds a server to all projects of a Claude Code user. */
function claudeMcpAdd(args: readonly string[]): string {
  return `For all projects: ${['claude', 'mcp', 'add', '--scope', 'user', ...args].map(quoteForShell).join(' ')}`;
}

/**
 * Quotes an argument for POSIX shells and PowerShell. Also works in the Windows command prompt unless the argument
 * contains a dollar sign or quotes.
 */
function quoteForShell(argument: string): string {
  if (/^[\w@%+=:,./\\-]+$/u.test(argument)) return argument;
  if (!/[$`"!]/u.test(argument)) return `"${argument}"`;
  return `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}

const commandAndArgs = ({ command, args }: LocalServer): Entry => ({ command, args });
const typedCommand = (server: LocalServer): Entry => ({ type: 'stdio', ...commandAndArgs(server) });

/**
 * The file supports only local servers; URLs are entered in the app. The documentation does not mention a file for
 * Linux; the path used here is where the Inspector looks.
 * @see https://modelcontextprotocol.io/docs/develop/connect-local-servers
 * @see https://modelcontextprotocol.io/docs/develop/connect-remote-servers
 * @see https://github.com/modelcontextprotocol/inspector/blob/main/core/mcp/import/strategies.ts
 */
const claudeDesktop: Client = {
  id: 'claude-desktop',
  title: 'Claude Desktop',
  format: 'json',
  key: 'mcpServers',
  trace: inSettings('Claude'),
  userFile: inSettings('Claude', 'claude_desktop_config.json'),
  local: commandAndArgs,
  remoteByHand: 'Settings > Connectors > Add custom connector',
  reload: 'Restart Claude Desktop.',
};

/**
 * Claude Code stores servers for all projects in `~/.claude.json`, together with its own state, and writes this file
 * while it runs. Such servers are therefore added with its own command.
 * @see https://code.claude.com/docs/en/mcp#mcp-installation-scopes
 * @see https://code.claude.com/docs/en/mcp#environment-variable-expansion-in-mcp-json
 */
const claudeCode: Client = {
  id: 'claude-code',
  title: 'Claude Code',
  format: 'json',
  key: 'mcpServers',
  trace: atHome('.claude.json'),
  projectFile: '.mcp.json',
  projectVariable: '${CLAUDE_PROJECT_DIR:-.}',
  local: typedCommand,
  remote: ({ url, headers }) => ({ type: 'http', url, ...writeHeaders(headers, braces) }),
  variable: braces,
  reload: 'Restart Claude Code in the project. It asks for approval before it uses the server.',
  signIn: 'run /mcp in Claude Code',
  byHand: (server) => {
    if ('command' in server) return claudeMcpAdd([server.name, '--', server.command, ...server.args]);
    if (server.headers.some((header) => variablesOf(header).length > 0)) return undefined;
    const headers = server.headers.flatMap(({ name, value }) => ['--header', `${name}: ${value}`]);
    return claudeMcpAdd(['--transport', 'http', server.name, server.url, ...headers]);
  },
};

/**
 * @see https://code.visualstudio.com/docs/agents/reference/mcp-configuration
 * @see https://code.visualstudio.com/docs/reference/variables-reference
 * @see https://code.visualstudio.com/docs/configure/settings#_settings-file-locations
 */
const vsCode: Client = {
  id: 'vscode',
  title: 'VS Code',
  format: 'json',
  key: 'servers',
  trace: inSettings('Code', 'User'),
  userFile: inSettings('Code', 'User', 'mcp.json'),
  projectFile: '.vscode/mcp.json',
  projectVariable: '${workspaceFolder}',
  local: typedCommand,
  remote: ({ url, headers }) => ({ type: 'http', url, ...writeHeaders(headers, envBraces) }),
  variable: envBraces,
  reload: 'Start the server with the command "MCP: List Servers".',
  signIn: 'VS Code opens the browser',
};

/** @see https://cursor.com/docs/mcp */
const cursor: Client = {
  id: 'cursor',
  title: 'Cursor',
  format: 'json',
  key: 'mcpServers',
  trace: atHome('.cursor'),
  userFile: atHome('.cursor', 'mcp.json'),
  projectFile: '.cursor/mcp.json',
  projectVariable: '${workspaceFolder}',
  local: typedCommand,
  remote: ({ url, headers }) => ({ url, ...writeHeaders(headers, envBraces) }),
  variable: envBraces,
  reload: 'Cursor shows the server under Settings > Features > Model Context Protocol.',
  signIn: 'Cursor opens the browser',
};

/** @see https://docs.windsurf.com/windsurf/cascade/mcp */
const windsurf: Client = {
  id: 'windsurf',
  title: 'Windsurf',
  format: 'json',
  key: 'mcpServers',
  trace: atHome('.codeium', 'windsurf'),
  userFile: atHome('.codeium', 'windsurf', 'mcp_config.json'),
  local: commandAndArgs,
  remote: ({ url, headers }) => ({ serverUrl: url, ...writeHeaders(headers, envBraces) }),
  variable: envBraces,
  reload: 'Refresh the servers in the MCP panel of Cascade.',
  signIn: 'Windsurf opens the browser',
};

/**
 * @see https://developers.openai.com/codex/mcp
 * @see https://github.com/openai/codex/blob/main/codex-rs/config/src/mcp_types.rs
 */
const codex: Client = {
  id: 'codex',
  title: 'Codex',
  format: 'toml',
  key: 'mcp_servers',
  trace: atHome('.codex'),
  userFile: atHome('.codex', 'config.toml'),
  projectFile: '.codex/config.toml',
  local: commandAndArgs,
  remote: ({ url, headers }) => ({ url, ...writeCodexHeaders(headers) }),
  variable: braces,
  reload: 'Restart Codex. It reads a project file only if it trusts the project.',
  signIn: 'run `codex mcp login` with the server name',
};

/**
 * @see https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md
 * @see https://github.com/google-gemini/gemini-cli/blob/main/docs/reference/configuration.md
 */
const geminiCli: Client = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  format: 'json',
  key: 'mcpServers',
  trace: atHome('.gemini'),
  userFile: atHome('.gemini', 'settings.json'),
  projectFile: '.gemini/settings.json',
  local: commandAndArgs,
  remote: ({ url, headers }) => ({ httpUrl: url, ...writeHeaders(headers, braces) }),
  variable: braces,
  reload: 'Restart Gemini CLI.',
  signIn: 'run /mcp auth in Gemini CLI with the server name',
};

/**
 * @see https://zed.dev/docs/ai/mcp
 * @see https://zed.dev/docs/configuring-zed#settings-files
 * @see https://github.com/zed-industries/zed/blob/main/crates/paths/src/paths.rs
 */
const zed: Client = {
  id: 'zed',
  title: 'Zed',
  format: 'json',
  key: 'context_servers',
  trace: inConfig(['zed'], ['Zed']),
  userFile: inConfig(['zed', 'settings.json'], ['Zed', 'settings.json']),
  local: commandAndArgs,
  remote: ({ url, headers }) => ({ url, ...writeHeaders(headers, braces) }),
  reload: 'Zed starts the server immediately. Its Agent Panel shows the status.',
  signIn: 'Zed opens the browser',
};

/**
 * The configuration is pasted into a dialog: the documentation mentions neither a file nor JSON with a URL.
 * @see https://www.jetbrains.com/help/ai-assistant/mcp.html
 */
const jetBrains: Client = {
  id: 'jetbrains',
  title: 'JetBrains AI Assistant',
  format: 'json',
  key: 'mcpServers',
  trace: inSettings('JetBrains'),
  local: commandAndArgs,
  remoteByHand: 'Settings > Tools > AI Assistant > Model Context Protocol (MCP) > Add, as Streamable HTTP',
  reload: 'Apply the settings.',
  byHand: () => 'Paste it under Settings > Tools > AI Assistant > Model Context Protocol (MCP) > Add, as JSON',
};

/**
 * Headers and their variables are documented only in the source code.
 * @see https://github.com/block/goose/blob/main/documentation/docs/guides/config-files.md
 * @see https://github.com/block/goose/blob/main/documentation/docs/getting-started/using-extensions.md
 * @see https://github.com/block/goose/blob/main/crates/goose/src/agents/extension.rs
 */
const goose: Client = {
  id: 'goose',
  title: 'Goose',
  format: 'yaml',
  key: 'extensions',
  trace: inConfig(['goose'], ['Block', 'goose']),
  userFile: inConfig(['goose', 'config.yaml'], ['Block', 'goose', 'config', 'config.yaml']),
  local: ({ name, command, args }) => ({ name, type: 'stdio', cmd: command, args }),
  remote: ({ name, url, headers }) => {
    const names = [...new Set(headers.flatMap(variablesOf))];
    const variables = names.length > 0 && { env_keys: names };
    return { name, type: 'streamable_http', uri: url, ...writeHeaders(headers, braces), ...variables };
  },
  variable: braces,
  newEntry: { description: '', enabled: true, timeout: 300 },
  reload: 'Restart Goose.',
};

/**
 * The CLI and the editor extensions share this file.
 * @see https://docs.cline.bot/mcp/mcp-overview
 * @see https://docs.cline.bot/getting-started/config
 */
const cline: Client = {
  id: 'cline',
  title: 'Cline',
  format: 'json',
  key: 'mcpServers',
  trace: atHome('.cline'),
  userFile: atHome('.cline', 'data', 'settings', 'cline_mcp_settings.json'),
  local: typedCommand,
  remote: ({ url, headers }) => ({ type: 'streamableHttp', url, ...writeHeaders(headers, braces) }),
  newEntry: { disabled: false, autoApprove: [] },
  reload: 'Cline shows the server under MCP Servers.',
};

/**
 * All clients, in listing order.
 * @see docs/decisions/0023-user-files-are-edited-as-text.md
 */
export const clients: readonly Client[] = [
  claudeDesktop,
  claudeCode,
  vsCode,
  cursor,
  windsurf,
  codex,
  geminiCli,
  zed,
  jetBrains,
  goose,
  cline,
];
