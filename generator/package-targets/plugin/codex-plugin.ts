import { listedTools } from '../../model/listed-tools.js';
import { descriptionOf, homepageOf, printJson } from '../check-needs.js';
import { listBundleImages } from '../mcpb/bundle-images.js';
import { mcpbName } from '../mcpb/mcpb-manifest.js';
import { bundleSettings } from '../mcpb/print-starter.js';
import { cleanLine } from '../print-yaml.js';
import type { PackagedProject } from '../target.js';
import { describePlugin, entryOf } from './claude-plugin.js';

/** Kind of plugin, which Codex requires and no key of a definition says. */
const category = 'Productivity';

/**
 * Prints `.codex-plugin/plugin.json`. Codex starts the server in the folder of the plugin, and hands the variables of settings on
 * from its own environment: its plugins have no form for them.
 *
 * @see https://github.com/openai/codex, codex-rs/skills/src/assets/samples/plugin-creator/references/plugin-json-spec.md and
 *   codex-rs/core-plugins/src/loader.rs (read in November 2026)
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
      displayName: cleanLine(server.title ?? server.name),
      shortDescription: cleanLine(facts.summary ?? descriptionOf(project)),
      longDescription: facts.longDescription ?? descriptionOf(project),
      developerName: facts.author?.name ?? '',
      category,
      capabilities: onlyReads ? ['Read'] : ['Read', 'Write'],
      websiteURL: homepageOf(project),
      privacyPolicyURL: facts.privacyPolicies[0],
      ...(icon && { composerIcon: `./${assetPath(icon.path)}`, logo: `./${assetPath(icon.path)}` }),
      screenshots: screenshots.length === 0 ? undefined : screenshots.map((path) => `./${assetPath(path)}`),
    },
  });
}

/** Place of an image in a plugin: Codex takes screenshots from `assets/` only, and Claude Code looks for `assets/icon.png`. */
export function assetPath(path: string): string {
  return path.replace(/^images\//u, 'assets/').replace('/icon-1.', '/icon.');
}

/** Prints the marketplace of Codex. */
export function printCodexMarketplace({ model: { server } }: PackagedProject): string {
  const name = mcpbName(server.name);
  return printJson({
    name,
    interface: { displayName: cleanLine(server.title ?? server.name) },
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
