import type { Entry } from '../../../outputs/connect/client.js';
import { linkCursor, linkVsCode } from '../../../outputs/connect/install-links.js';
import { escapeMarkdown, escapeParagraph } from '../../../outputs/site/print-markdown.js';
import { descriptionOf, printJson } from '../../../features/package/public-facts.js';
import type { Setting } from '../../../features/package/list-settings.js';
import { mcpbName } from '../mcpb/mcpb-manifest.js';
import { bundleSettings } from '../mcpb/print-starter.js';
import { cleanLine } from '../../../features/package/clean-line.js';
import { listRemotes } from '../../../features/package/public-facts.js';
import type { PackagedProject } from '../target.js';

/**
 * Prints the `mcp.json` of a VS Code workspace, which requests the required settings. Returns `undefined` for a server
 * without an npm package and without a URL, because its path on the user's disk is unknown.
 *
 * @see https://code.visualstudio.com/docs/agents/reference/mcp-configuration (read in November 2026)
 */
export function printVsCode(project: PackagedProject): string | undefined {
  const entry = describeCommand(project) ?? describeAddress(project);
  if (!entry) return undefined;
  const settings = 'command' in entry ? requiredSettings(project) : [];
  const inputs = settings.map(({ key, title, description, isSecret }) => ({
    type: 'promptString',
    id: key,
    description: cleanLine(description === '' ? title : description),
    password: isSecret,
  }));
  const env = Object.fromEntries(settings.map(({ key, variable }) => [variable, `\${input:${key}}`]));
  const server = { ...entry, ...(settings.length > 0 && { env }) };
  return printJson({
    ...(inputs.length > 0 && { inputs }),
    servers: { [mcpbName(project.model.server.name)]: server },
  });
}

/** Prints Markdown with links that install the server in VS Code and Cursor. Links contain no values of settings. */
export function printLinks(project: PackagedProject): string {
  const { title, name } = project.model.server;
  const heading = `# Install ${escapeMarkdown(cleanLine(title ?? name))}\n`;
  const id = mcpbName(name);
  const command = requiredSettings(project).length === 0 ? describeCommand(project) : undefined;
  const address = describeAddress(project);
  const lists = [
    ...(command ? [printList('On this computer', id, command)] : []),
    ...(address ? [printList('At its address', id, address)] : []),
  ];
  if (lists.length > 0) return [heading, ...lists].join('\n');
  const reason = describeCommand(project)
    ? 'A link cannot ask for the required settings of this server. VS Code asks for them with `vscode/mcp.json`; copy it to `.vscode/` of a workspace.'
    : 'A link needs `package.npmName` or `package.url`: without either, clients cannot find the server.';
  return `${heading}\n${reason}\n`;
}

/** Prints the README of a plugin, which the Claude Code directory requires. */
export function printPluginReadme(project: PackagedProject): string {
  const { title, name } = project.model.server;
  const settings = bundleSettings(project).map(({ variable, title: label, description, isRequired }) => {
    const about = escapeMarkdown(cleanLine([label, description].filter((text) => text !== '').join(': ')));
    return `- \`${variable}\`: ${about}${isRequired ? ' (required)' : ''}`;
  });
  const sections = [
    `# ${escapeMarkdown(cleanLine(title ?? name))}`,
    escapeParagraph(descriptionOf(project)),
    project.facts.longDescription?.trim() ?? '',
    'This plugin contains an MCP server and a skill that says when and how to use it. The client starts the server with Node 20.19 or newer, which must be installed on this computer; nothing else is needed.',
    settings.length === 0
      ? ''
      : `## Settings\n\nClaude Code and Gemini CLI ask for these values. Codex passes on the variables of its own environment.\n\n${settings.join('\n')}`,
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function printList(heading: string, name: string, entry: Entry): string {
  const { type: _, ...cursor } = entry;
  return `## ${heading}

- [VS Code](${linkVsCode(name, entry).web})
- [Cursor](${linkCursor(name, cursor).web})
`;
}

/** Describes a configuration that starts the npm package. */
function describeCommand({ facts, model }: PackagedProject): Entry | undefined {
  if (facts.npmName === undefined) return undefined;
  return { type: 'stdio', command: 'npx', args: ['-y', `${facts.npmName}@${model.server.version}`] };
}

function describeAddress(project: PackagedProject): Entry | undefined {
  const [remote] = listRemotes(project);
  return remote && { type: 'http', url: remote.url };
}

function requiredSettings(project: PackagedProject): readonly Setting[] {
  return bundleSettings(project).filter(({ isRequired }) => isRequired);
}
