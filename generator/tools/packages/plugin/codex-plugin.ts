import { listedTools } from '../../../core/model/listed-tools.js';
import { descriptionOf, homepageOf, printJson } from '../../../features/package/public-facts.js';
import { listBundleImages } from '../mcpb/bundle-images.js';
import { mcpbName } from '../mcpb/mcpb-manifest.js';
import { bundleSettings } from '../mcpb/print-starter.js';
import { cleanLine } from '../../../features/package/clean-line.js';
import type { PackagedProject } from '../target.js';
import { describePlugin, entryOf } from './claude-plugin.js';

/** Category, which Codex requires and definitions lack. */
const category = 'Productivity';

/**
 * Prints `.codex-plugin/plugin.json`. Codex starts the server in the plugin folder and passes the variables of settings
 * on from its own environment, because its plugins have no settings form.
 *
 * @see https://github.com/openai/codex,
 *   codex-rs/skills/src/assets/samples/plugin-creator/references/plugin-json-spec.md (258b4eb) and
 *   scripts/validate_plugin.py (63a9075) there, codex-rs/core-plugins/src/manifest.rs (01b4840) and loader.rs (read in
 *   November 2026)
 */
export function printCodexPlugin(project: PackagedProject): string {
  const { facts, model } = project;
  const { server } = model;
  const variables = bundleSettings(project).map(({ variable }) => variable);
  const { icons, screenshots } = listBundleImages(project);
  const [icon] = icons;
  const onlyReads = listedTools(model).every(({ annotations }) => annotations?.get('readOnlyHint') === true);
  return printJson({
    ...describePlugin(project),
    skills: './skills/',
    mcpServers: {
      [mcpbName(server.name)]: {
        command: 'node',
        args: [`./${entryOf(project)}`],
        cwd: '.',
        ...(variables.length > 0 && { env_vars: variables }),
      },
    },
    interface: {
      displayName: displayNameOf(project),
      shortDescription: cleanLine(facts.summary ?? descriptionOf(project)),
      longDescription: facts.longDescription ?? descriptionOf(project),
      developerName: facts.author?.name ?? '',
      category,
      capabilities: onlyReads ? ['Read'] : ['Read', 'Write'],
      defaultPrompt: listStarters(project),
      websiteURL: homepageOf(project),
      privacyPolicyURL: facts.privacyPolicies[0],
      ...(icon && { composerIcon: `./${assetPath(icon.path)}`, logo: `./${assetPath(icon.path)}` }),
      screenshots: screenshots.length === 0 ? undefined : screenshots.map((path) => `./${assetPath(path)}`),
    },
  });
}

/** Returns the plugin title, which Codex requires. */
function displayNameOf({ model: { server } }: PackagedProject): string {
  return cleanLine(server.title ?? server.name) || mcpbName(server.name);
}

/** Limits of Codex for {@link listStarters}: it ignores prompts that exceed the maximum number or length. */
const maxStarters = 3;
const maxStarter = 128;

/** Lists starter prompts, which Codex requires: the server's prompts, else a generic one. */
function listStarters(project: PackagedProject): readonly string[] {
  const prompts = project.model.prompts.map(({ title, description, name }) => cleanLine(description ?? title ?? name));
  const short = prompts.filter((text) => text !== '' && [...text].length <= maxStarter);
  if (short.length > 0) return short.slice(0, maxStarters);
  return [`What can ${[...displayNameOf(project)].slice(0, 100).join('')} do?`];
}

/**
 * Returns the path of an image in a plugin: Codex reads screenshots only from `assets/`, and Claude Code reads
 * `assets/icon.png`.
 */
export function assetPath(path: string): string {
  return path.replace(/^images\//u, 'assets/').replace('/icon-1.', '/icon.');
}

/** Prints the Codex marketplace. */
export function printCodexMarketplace(project: PackagedProject): string {
  const { server } = project.model;
  const name = mcpbName(server.name);
  return printJson({
    name,
    interface: { displayName: displayNameOf(project) },
    plugins: [
      {
        name,
        source: { source: 'local', path: `./plugins/${name}` },
        policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
        category,
      },
    ],
  });
}
