import { storesPart } from '../../../features/stores/stores-part.js';
import { escapeMarkdown, escapeParagraph } from '../../../outputs/site/print-markdown.js';
import { descriptionOf } from '../../../features/package/public-facts.js';
import { authPart } from '../../../features/auth/auth-part.js';
import { printSettings } from '../print-readme.js';
import type { PackagedProject } from '../target.js';
import { usesElicitations } from './check-platform.js';
import { stateKeys, type Platform } from './platform.js';

/** Prints the README for deployment: commands, variables and limits. */
export function printPlatformReadme(platform: Platform, project: PackagedProject): string {
  const { title } = project.model.server;
  const { prepare = [], deploy, local, address, aboutSettings, limits } = platform.commands(project);
  const variables = listVariables(platform, project);
  const sections = [
    `# ${escapeMarkdown((title ?? project.model.server.name).trim())}: ${platform.title}`,
    escapeParagraph(descriptionOf(project)),
    `Created from the server definition by \`create-mcp-from-schema package ${platform.name}\`. Run the commands in this folder.`,
    '## Deploy',
    printCommands([...prepare, ...variables, ...deploy]),
    `The endpoint is \`${address}\`. Add it to your client as a remote server (Streamable HTTP).`,
    '## Settings',
    project.settings.length === 0 ? '' : printSettings(project.settings),
    platform.hasInstances ? describeKeys(project) : '',
    aboutSettings,
    local ? `## Try it on your machine\n\n${printCommands(local)}` : '',
    '## Authentication',
    describeAccess(project),
    '## Limits',
    [...describeSessions(platform, project), ...limits].map((line) => `- ${line}`).join('\n'),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function printCommands(commands: readonly string[]): string {
  return `\`\`\`sh\n${commands.join('\n')}\n\`\`\``;
}

/** Lists commands that set the variables without a default. */
function listVariables(platform: Platform, project: PackagedProject): readonly string[] {
  const { setVariable } = platform.commands(project);
  const open = project.settings.filter(({ defaultValue }) => defaultValue === undefined);
  const keys = platform.hasInstances && !open.some(({ variable }) => variable === stateKeys);
  const settings = [
    ...open,
    ...(keys ? [{ variable: stateKeys, isSecret: true, isRequired: usesElicitations(project.model) }] : []),
  ];
  return settings.flatMap((setting) => {
    const command = setVariable(setting);
    return command === undefined ? [] : [`${command}${setting.isRequired ? '' : '  # optional'}`];
  });
}

/** Describes the key that seals elicitations, which all instances need. */
function describeKeys({ model }: PackagedProject): string {
  const about = `\`${stateKeys}\` is a secret of at least 32 characters (\`openssl rand -hex 32\`) that seals pending elicitations.`;
  return usesElicitations(model)
    ? `${about} This server elicits input: set it.`
    : `${about} Set it if handlers elicit input.`;
}

function describeAccess({ model }: PackagedProject): string {
  if (authPart.of(model)) return 'Callers need an access token: `auth` in the definition lists the issuers.';
  return 'Anyone who knows the address can call the server, unless `handlers/server.ts` has `authenticate` or the definition has `auth`.';
}

function describeSessions({ hasInstances }: Platform, { model }: PackagedProject): readonly string[] {
  if (!hasInstances) return [];
  return [
    'Requests are spread over several instances of the program, which share no memory. Nothing runs between requests.',
    storesPart.of(model) === undefined
      ? 'Sessions are off: clients that use protocol version 2025-11-25 or earlier can call tools, but get no elicitations or notifications. Clients that use 2026-07-28 need no sessions.'
      : 'Sessions are kept in the store.',
  ];
}
