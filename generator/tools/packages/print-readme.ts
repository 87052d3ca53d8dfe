import { toServerName } from '../../outputs/connect/local-server.js';
import { listedTools } from '../../core/model/listed-tools.js';
import { escapeMarkdown, escapeParagraph } from '../../outputs/site/print-markdown.js';
import { descriptionOf, homepageOf } from '../../features/package/public-facts.js';
import type { Setting } from '../../features/package/list-settings.js';
import type { PackagedProject } from './target.js';

/** Maximum number of tools in a README. */
const maxTools = 200;

/**
 * Prints Markdown about a server for the users of a package: purpose, client configuration, settings, tools, support.
 */
export function printReadme(project: PackagedProject, command: string, args: readonly string[]): string {
  const { model, facts } = project;
  const { server } = model;
  const settings = project.settings.filter(({ isForHttpOnly }) => !isForHttpOnly);
  const sections = [
    `# ${line(server.title ?? server.name)}`,
    escapeParagraph(descriptionOf(project)),
    facts.longDescription ?? '',
    '## Install',
    'Add the server to the configuration of your client (Claude, Cursor, VS Code and others):',
    printConfiguration(server.name, command, args, settings),
    settings.length === 0 ? '' : `## Settings\n\n${printSettings(settings)}`,
    printTools(project),
    printLinks(project),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function printConfiguration(
  name: string,
  command: string,
  args: readonly string[],
  settings: readonly Setting[],
): string {
  const needed = settings.filter(({ isRequired }) => isRequired);
  const env = Object.fromEntries(needed.map(({ variable }) => [variable, '…']));
  const entry = { command, args, ...(needed.length > 0 && { env }) };
  return `\`\`\`json\n${JSON.stringify({ mcpServers: { [toServerName(name)]: entry } }, null, 2)}\n\`\`\``;
}

/** Prints a Markdown table of settings. */
export function printSettings(settings: readonly Setting[]): string {
  const rows = settings.map(({ variable, title, description, isRequired, isSecret, defaultValue }) => {
    const marks = [isRequired && 'required', isSecret && 'secret'].filter((mark) => mark !== false);
    const about = [title, description].filter((text) => text !== '').join(': ');
    return `| \`${variable}\` | ${line(about)} | ${marks.join(', ')} | ${line(String(defaultValue ?? ''))} |`;
  });
  return ['| Environment variable | Purpose | | Default |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function printTools({ model }: PackagedProject): string {
  const tools = listedTools(model).filter(({ isInactive }) => isInactive !== true);
  if (tools.length === 0) return '';
  const rows = tools
    .slice(0, maxTools)
    .map(({ name, description = '' }) => `- \`${name}\`: ${line(firstLine(description))}`);
  const rest = tools.length > maxTools ? `\n- and ${tools.length - maxTools} more` : '';
  return `## Tools\n\n${rows.join('\n')}${rest}`;
}

function printLinks(project: PackagedProject): string {
  const { facts } = project;
  const links: readonly (readonly [string, string | undefined])[] = [
    ['Homepage', homepageOf(project)],
    ['Source code', facts.repository],
    ['Support', facts.support],
    ...facts.privacyPolicies.map((url) => ['Privacy policy', url] as const),
  ];
  const lines = links.flatMap(([name, url]) => (url === undefined ? [] : [`- ${name}: <${url}>`]));
  const license = facts.license === undefined ? [] : [`- License: ${line(facts.license)}`];
  return lines.length + license.length === 0 ? '' : `## More\n\n${[...lines, ...license].join('\n')}`;
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? '';
}

/** Joins a string into one line, so that it stays inside its heading, row or item. */
function line(text: string): string {
  return escapeMarkdown(text.trim());
}
