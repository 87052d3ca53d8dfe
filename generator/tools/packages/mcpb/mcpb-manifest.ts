import { codePart } from '../../../features/code-mode/code-part.js';
import { isJsonObject } from '../../../core/model/json.js';
import { listedTools } from '../../../core/model/listed-tools.js';
import type { Model, PromptModel } from '../../../core/model/model.js';
import { descriptionOf, homepageOf, printJson } from '../../../features/package/public-facts.js';
import { cleanLine } from '../../../features/package/clean-line.js';
import type { Setting } from '../../../features/package/list-settings.js';
import { findOldestNode } from '../check-needs.js';
import type { PackagedProject } from '../target.js';
import { listBundleImages } from './bundle-images.js';
import { bundleSettings, needsStarter, starterFile } from './print-starter.js';

/**
 * Manifest version. 0.3 is the latest that clients load; 0.4 adds a Python runtime and is marked experimental in
 * `@anthropic-ai/mcpb` 2.1.2. 0.3 introduced `icons`; Claude Desktop before December 2025 only loads 0.2.
 *
 * @see https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md
 */
const manifestVersion = '0.3';

/** Prints the `manifest.json` of a bundle. */
export function printMcpbManifest(project: PackagedProject): string {
  const { facts, model, build } = project;
  const { server } = model;
  const { icons, screenshots } = listBundleImages(project);
  const settings = bundleSettings(project);
  const entry = needsStarter(project) ? starterFile : 'dist/server.mjs';
  const env = Object.fromEntries(settings.map(({ key, variable }) => [variable, `\${user_config.${key}}`]));
  const { prompts, isComplete } = listPrompts(model);
  const tools = listedTools(model).filter(({ isInactive }) => isInactive !== true);
  const changes = server.capabilities?.listChanged ?? [];
  return printJson({
    manifest_version: manifestVersion,
    name: mcpbName(server.name),
    display_name: cleanLine(server.title ?? server.name) || mcpbName(server.name),
    version: server.version,
    description: descriptionOf(project),
    long_description: facts.longDescription,
    author: facts.author ?? { name: '' },
    repository: facts.repository === undefined ? undefined : { type: 'git', url: facts.repository },
    homepage: homepageOf(project),
    support: facts.support,
    icon: icons[0]?.path,
    icons: icons.length === 0 ? undefined : icons.map(({ path, ...icon }) => ({ src: path, ...icon })),
    screenshots: screenshots.length === 0 ? undefined : screenshots,
    server: {
      type: 'node',
      entry_point: entry,
      mcp_config: { command: 'node', args: [`\${__dirname}/${entry}`], ...(settings.length > 0 && { env }) },
    },
    tools: tools.map(({ name, description }) => ({ name, ...(description !== undefined && { description }) })),
    // Clients query the server if the manifest does not list all its tools.
    tools_generated: changes.includes('tools') || codePart.of(model)?.isDefault === true ? true : undefined,
    prompts: prompts.length === 0 ? undefined : prompts,
    prompts_generated: isComplete && !changes.includes('prompts') ? undefined : true,
    keywords: facts.keywords.length === 0 ? undefined : facts.keywords,
    license: facts.license,
    privacy_policies: facts.privacyPolicies.length === 0 ? undefined : facts.privacyPolicies,
    compatibility: {
      ...(build.installed.platform !== undefined && { platforms: [build.installed.platform] }),
      runtimes: { node: `>=${findOldestNode(project)}` },
    },
    user_config:
      settings.length === 0 ? undefined : Object.fromEntries(settings.map((each) => [each.key, describeSetting(each)])),
  });
}

/** Returns a bundle name with lowercase letters, digits and hyphens. Clients create a folder with this name. */
export function mcpbName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-+|(?<!-)-+$/gu, '')
    .slice(0, 64);
  return plain === '' ? 'mcp-server' : plain;
}

function describeSetting({ title, description, type, isRequired, isSecret, defaultValue }: Setting): object {
  return {
    type,
    title,
    description: description === '' ? title : description,
    required: isRequired,
    ...(defaultValue !== undefined && { default: defaultValue }),
    ...(isSecret && { sensitive: true }),
  };
}

/** Lists prompts whose text is in the definition; a manifest cannot contain others. */
function listPrompts({ prompts }: Model): { readonly prompts: readonly object[]; readonly isComplete: boolean } {
  const expressible = prompts.flatMap((prompt) => {
    const text = textOf(prompt);
    if (text === undefined) return [];
    const names = prompt.arguments.map(({ name }) => name);
    return [
      {
        name: prompt.name,
        ...(prompt.description !== undefined && { description: prompt.description }),
        ...(names.length > 0 && { arguments: names }),
        text,
      },
    ];
  });
  return { prompts: expressible, isComplete: expressible.length === prompts.length };
}

/**
 * Joins the message texts of a prompt, with placeholders in manifest syntax; `undefined` if the prompt has a handler, the
 * server supplies arguments, or a message contains binary data.
 */
function textOf({ messages, arguments: promptArguments, supplied }: PromptModel): string | undefined {
  if (!messages || supplied) return undefined;
  const names = new Set(promptArguments.map(({ name }) => name));
  const texts = messages.map(({ content }) => (isJsonObject(content) ? content.get('text') : undefined));
  if (!texts.every((text) => typeof text === 'string')) return undefined;
  return texts
    .join('\n\n')
    .replaceAll(/\{\{([^{}]*)\}\}/gu, (placeholder, name: string) =>
      names.has(name.trim()) ? `\${arguments.${name.trim()}}` : placeholder,
    );
}
