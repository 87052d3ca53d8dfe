import { checkInstalled } from '../check-needs.js';
import { listBundleImages } from '../mcpb/bundle-images.js';
import { mcpbName } from '../mcpb/mcpb-manifest.js';
import { needsStarter, printStarter, starterFile, bundleSettings } from '../mcpb/print-starter.js';
import type { PackageFile, PackageTarget, PackagedProject } from '../target.js';
import { printClaudeMarketplace, printClaudePlugin, entryOf } from './claude-plugin.js';
import { assetPath, printCodexMarketplace, printCodexPlugin } from './codex-plugin.js';
import { printLinks, printPluginReadme, printVsCode } from './print-links.js';
import { descriptionOf, printJson } from '../../../features/package/public-facts.js';
import { cleanLine } from '../../../features/package/clean-line.js';

/**
 * Plugin with the server and its skill, in one folder for all clients, and a marketplace with this plugin. Avoids the
 * file name `.mcp.json`, because both Claude Code and Codex would read it, but with different path syntax.
 */
export const pluginTarget: PackageTarget = {
  name: 'plugin',
  summary: 'a plugin for Claude Code and Codex, an extension for Gemini CLI, and links for VS Code and Cursor',
  plan(project) {
    const name = mcpbName(project.model.server.name);
    const { build, licenseText } = project;
    const vsCode = printVsCode(project);
    const folder = `${project.folders.packages}/plugin`;
    const content: PackageFile[] = [
      { path: '.claude-plugin/plugin.json', content: printClaudePlugin(project) },
      { path: '.codex-plugin/plugin.json', content: printCodexPlugin(project) },
      { path: 'gemini-extension.json', content: printGeminiExtension(project) },
      { path: 'README.md', content: printPluginReadme(project) },
      // Marks the files as ES modules.
      { path: 'package.json', content: '{ "type": "module", "private": true }\n' },
      ...(needsStarter(project) ? [{ path: starterFile, content: printStarter(project) }] : []),
      ...(licenseText === undefined ? [] : [{ path: 'LICENSE', content: licenseText }]),
      ...[...listBundleImages(project).files].map(([path, bytes]) => ({ path: assetPath(path), content: bytes })),
      ...project.planOf('skill').files.map((file) => ({ ...file, path: `skills/${file.path}` })),
      ...[...build.files].map(([file, text]) => ({ path: `dist/${file}`, content: text })),
      ...[...build.installed.files].map(([path, bytes]) => ({ path, content: bytes })),
    ];
    return {
      files: [
        { path: '.claude-plugin/marketplace.json', content: printClaudeMarketplace(project) },
        { path: '.agents/plugins/marketplace.json', content: printCodexMarketplace(project) },
        { path: 'links.md', content: printLinks(project) },
        ...(vsCode === undefined ? [] : [{ path: 'vscode/mcp.json', content: vsCode }]),
        ...content.map((file) => ({ ...file, path: `plugins/${name}/${file.path}` })),
      ],
      problems: checkInstalled(project, 'plugin'),
      steps: [
        `Try it in Claude Code: claude --plugin-dir ${folder}/plugins/${name}; in Codex: codex plugin marketplace add ./${folder}; in Gemini CLI: gemini extensions install ./${folder}/plugins/${name}`,
        `Publish it: push the contents of ${folder} to a repository that users can add as a marketplace`,
      ],
    };
  },
};

/**
 * Prints `gemini-extension.json`. Gemini CLI requests `settings` when the extension is installed; these settings are
 * experimental.
 *
 * @see https://github.com/google-gemini/gemini-cli/blob/main/docs/extensions/reference.md (read in November 2026)
 */
function printGeminiExtension(project: PackagedProject): string {
  const settings = bundleSettings(project);
  const name = mcpbName(project.model.server.name);
  const path = entryOf(project).split('/').join('${/}');
  return printJson({
    name,
    version: project.model.server.version,
    description: cleanLine(descriptionOf(project)),
    mcpServers: {
      [name]: {
        command: 'node',
        args: [`\${extensionPath}\${/}${path}`],
        ...(settings.length > 0 && {
          env: Object.fromEntries(settings.map(({ variable }) => [variable, `\${${variable}}`])),
        }),
      },
    },
    ...(settings.length > 0 && {
      settings: settings.map(({ variable, title, description, isSecret }) => ({
        name: cleanLine(title),
        description: cleanLine(description === '' ? title : description),
        envVar: variable,
        sensitive: isSecret,
      })),
    }),
  });
}
