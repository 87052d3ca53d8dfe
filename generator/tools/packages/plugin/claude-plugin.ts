import { descriptionOf, homepageOf, printJson } from '../../../features/package/public-facts.js';
import { mcpbName } from '../mcpb/mcpb-manifest.js';
import { bundleSettings, needsStarter, starterFile } from '../mcpb/print-starter.js';
import { cleanLine } from '../../../features/package/clean-line.js';
import type { PackagedProject } from '../target.js';

/** Returns the plugin file that starts the server. */
export function entryOf(project: PackagedProject): string {
  return needsStarter(project) ? starterFile : 'dist/server.mjs';
}

/** Describes the fields that the manifests of Claude Code and Codex share. */
export function describePlugin(project: PackagedProject): object {
  const { facts, model } = project;
  return {
    name: mcpbName(model.server.name),
    version: model.server.version,
    description: cleanLine(descriptionOf(project)),
    author: facts.author ?? { name: '' },
    homepage: homepageOf(project),
    repository: facts.repository,
    license: facts.license,
    keywords: facts.keywords.length === 0 ? undefined : facts.keywords,
  };
}

/**
 * Prints `.claude-plugin/plugin.json`. Claude Code requests the values of `userConfig` when the plugin is enabled.
 *
 * @see https://code.claude.com/docs/en/plugins/manifest-reference and the schema claude-code-plugin-manifest.json of
 *   SchemaStore (of 2026-04-23, read in November 2026)
 */
export function printClaudePlugin(project: PackagedProject): string {
  const settings = bundleSettings(project);
  const name = mcpbName(project.model.server.name);
  const env = Object.fromEntries(settings.map(({ key, variable }) => [variable, `\${user_config.${key}}`]));
  const userConfig = settings.map(({ key, type, title, description, isRequired, isSecret, defaultValue }) => [
    key,
    {
      type,
      title: cleanLine(title),
      description: cleanLine(description === '' ? title : description),
      required: isRequired,
      ...(defaultValue !== undefined && { default: defaultValue }),
      ...(isSecret && { sensitive: true }),
    },
  ]);
  return printJson({
    ...describePlugin(project),
    mcpServers: {
      [name]: {
        command: 'node',
        args: [`\${CLAUDE_PLUGIN_ROOT}/${entryOf(project)}`],
        ...(settings.length > 0 && { env }),
      },
    },
    ...(settings.length > 0 && { userConfig: Object.fromEntries(userConfig) as object }),
  });
}

/** Prints the Claude Code marketplace. */
export function printClaudeMarketplace(project: PackagedProject): string {
  const { facts, model } = project;
  const name = mcpbName(model.server.name);
  const description = cleanLine(descriptionOf(project));
  const { author } = facts;
  return printJson({
    name,
    owner: { name: author?.name ?? '', ...(author?.email !== undefined && { email: author.email }) },
    metadata: { description, version: model.server.version },
    plugins: [{ name, source: `./plugins/${name}`, description, version: model.server.version }],
  });
}
