import type { Json } from '../../../core/model/json.js';
import { stringifyJson } from '../../../core/model/json.js';
import { listedTools } from '../../../core/model/listed-tools.js';
import type { PromptModel, ToolModel } from '../../../core/model/model.js';
import { escapeMarkdown, escapeParagraph } from '../../../outputs/site/print-markdown.js';
import { checkDescription } from '../../../features/package/check-facts.js';
import { descriptionOf } from '../../../features/package/public-facts.js';
import { mcpbName } from '../mcpb/mcpb-manifest.js';
import { cleanLine } from '../../../features/package/clean-line.js';
import { printYaml } from '../print-yaml.js';
import type { PackagedProject, PackageTarget } from '../target.js';

/**
 * Agent skill that tells a model when and how to use the server.
 *
 * @see https://agentskills.io/specification (docs/specification.mdx of agentskills/agentskills, read in November
 *   2026)
 */
export const skillTarget: PackageTarget = {
  name: 'skill',
  summary: 'an agent skill (SKILL.md) that tells models when and how to use the server',
  plan(project) {
    const name = mcpbName(project.model.server.name);
    return {
      files: [{ path: `${name}/SKILL.md`, content: printSkill(project) }],
      problems: checkDescription(project),
      steps: [
        `Install it: copy ${project.folders.packages}/skill/${name} to the skills folder of a client, such as .claude/skills`,
      ],
    };
  },
};

/** Maximum number of characters in the description and in `compatibility` in the skill format. */
const maxDescription = 1024;
const maxCompatibility = 500;

/** Maximum number of entries. The skill format recommends fewer than 500 lines and 5,000 tokens. */
const maxEntries = 100;
const maxExamples = 20;
const maxExample = 1000;

function printSkill(project: PackagedProject): string {
  const { model, facts } = project;
  const { server } = model;
  const tools = listedTools(model).filter(({ isInactive }) => isInactive !== true);
  const title = cleanLine(server.title ?? server.name) || server.name;
  const frontmatter = printYaml({
    name: mcpbName(server.name),
    description: describeUse(project, tools, title),
    license: facts.license,
    compatibility: cut(`Requires the MCP server "${cleanLine(server.name)}" to be connected.`, maxCompatibility),
    metadata: { version: server.version, ...(facts.author && { author: cleanLine(facts.author.name) }) },
  });
  const sections = [
    `# ${line(title)}`,
    escapeParagraph(cleanLine(descriptionOf(project))),
    `Use the tools of the MCP server ${codeName(server.name)}. Clients may show their names with a prefix. If the tools are missing, the server is not connected: tell the user, and do not make up results.`,
    server.instructions === undefined ? '' : `## Instructions\n\n${quote(server.instructions)}`,
    printTools(tools),
    printExamples(tools),
    printPrompts(model.prompts),
  ];
  return `---\n${frontmatter}---\n\n${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/**
 * Describes what the skill does and when to use it, which clients use to choose a skill. Avoids angle brackets, which
 * some clients reject.
 */
function describeUse(project: PackagedProject, tools: readonly ToolModel[], title: string): string {
  const about = cleanLine(descriptionOf(project)).replace(/[.!?]?$/u, '.');
  const subjects = tools.slice(0, 8).map((tool) => cleanLine(tool.title ?? tool.name.replaceAll(/[_.-]+/gu, ' ')));
  const words = project.facts.keywords.map((word) => cleanLine(word)).filter((word) => word !== '');
  const use = subjects.length === 0 ? '' : ` Use when the user asks for: ${subjects.join(', ')}.`;
  const topics = words.length === 0 ? '' : ` Topics: ${words.join(', ')}.`;
  const text = `${about}${use}${topics}`.replaceAll(/[<>]/gu, '').trim();
  return cut(text === '' ? title : text, maxDescription);
}

function printTools(tools: readonly ToolModel[]): string {
  if (tools.length === 0) return '';
  const rows = tools.slice(0, maxEntries).map((tool) => {
    const about = line(firstParagraph(tool.description ?? tool.title ?? ''));
    return `- \`${tool.name}\`${about === '' ? '' : `: ${about}`}${describeEffect(tool)}`;
  });
  const rest = tools.length > maxEntries ? [`- and ${tools.length - maxEntries} more, which the server lists`] : [];
  return `## Tools\n\n${[...rows, ...rest].join('\n')}`;
}

/** Describes the effects of a tool based on its annotations. */
function describeEffect({ annotations }: ToolModel): string {
  if (annotations?.get('readOnlyHint') === true) return ' (only reads)';
  if (annotations?.get('destructiveHint') === true) return ' (may destroy data: ask the user first)';
  return '';
}

function printExamples(tools: readonly ToolModel[]): string {
  const examples = tools.flatMap(({ name, examples: all = [] }) =>
    all.map(({ title, input, output }) => ({ name, title, input, output })),
  );
  if (examples.length === 0) return '';
  const texts = examples.slice(0, maxExamples).map(({ name, title, input, output }) => {
    const about = title === undefined ? '' : `${escapeParagraph(cleanLine(title))}: `;
    const call = `- ${about}\`${name}\` with ${codeSpan(input)}`;
    return output === undefined ? call : `${call} returns ${codeSpan(output)}`;
  });
  return `## Examples\n\n${texts.join('\n')}`;
}

function printPrompts(prompts: readonly PromptModel[]): string {
  if (prompts.length === 0) return '';
  const rows = prompts.slice(0, maxEntries).map(({ name, title, description }) => {
    const about = line(description ?? title ?? '');
    return `- ${codeName(name)}${about === '' ? '' : `: ${about}`}`;
  });
  return `## Prompts\n\nThe user can start these in clients that show prompts:\n\n${rows.join('\n')}`;
}

/** Formats a name as code, without characters that would end it. */
function codeName(name: string): string {
  return `\`${cleanLine(name.replaceAll('`', ' ')) || '?'}\``;
}

/** Formats JSON as code, with more backticks than the JSON contains in a row. */
function codeSpan(value: Json): string {
  const json = cut(cleanLine(stringifyJson(value)), maxExample);
  const longest = Math.max(0, ...[...json.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${json} ${fence}`;
}

/** Quotes text of the definition, so that none of its lines becomes a heading of the skill. */
function quote(text: string): string {
  return text
    .trim()
    .split(/\r\n?|[\n\u2028\u2029]/u)
    .map((each) => `> ${line(each)}`.trimEnd())
    .join('\n');
}

function firstParagraph(text: string): string {
  return text.trim().split(/\n\s*\n/u, 1)[0] ?? '';
}

function line(text: string): string {
  return escapeMarkdown(cleanLine(text));
}

function cut(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}
