import { checkDescription, checkVersion, missingKey } from '../../package-facts/check-facts.js';
import { listBundleImages } from '../mcpb/bundle-images.js';
import { mcpbName } from '../mcpb/mcpb-manifest.js';
import { needsStarter, printStarter, starterFile } from '../mcpb/print-starter.js';
import type { PackageProblem } from '../../package-facts/problem.js';
import type { PackagedProject, PackageFile, PackageTarget } from '../target.js';
import { printClaudeMarketplace, printClaudePlugin } from './claude-plugin.js';
import { assetPath, printCodexMarketplace, printCodexPlugin } from './codex-plugin.js';
import { printGeminiExtension } from './gemini-extension.js';
import { printLinks, printPluginReadme, printVsCode } from './print-links.js';

/**
 * Plugin that contains the server and its skill, one folder for all hosts, and a marketplace with this plugin. No file is called
 * `.mcp.json`: Claude Code and Codex would both read it, and write paths of the plugin differently.
 */
export const pluginTarget: PackageTarget = {
  name: 'plugin',
  summary: 'a plugin of Claude Code and Codex, an extension of Gemini CLI, and links for VS Code and Cursor',
  plan(project) {
    const name = mcpbName(project.model.server.name);
    const { build, licenseText } = project;
    const vsCode = printVsCode(project);
    const content: PackageFile[] = [
      { path: '.claude-plugin/plugin.json', content: printClaudePlugin(project) },
      { path: '.codex-plugin/plugin.json', content: printCodexPlugin(project) },
      { path: 'gemini-extension.json', content: printGeminiExtension(project) },
      { path: 'README.md', content: printPluginReadme(project) },
      // Node reads here that the files are modules.
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
      problems: listProblems(project),
      steps: [
        `Try it in Claude Code: claude --plugin-dir packages/plugin/plugins/${name}; in Codex: codex plugin marketplace add ./packages/plugin; in Gemini CLI: gemini extensions install ./packages/plugin/plugins/${name}`,
        'Publish it: push the content of packages/plugin to a repository, which users add as a marketplace',
      ],
    };
  },
};

function listProblems(project: PackagedProject): readonly PackageProblem[] {
  const { facts, build } = project;
  const problems: PackageProblem[] = [...checkVersion(project), ...checkDescription(project)];
  if (facts.author === undefined) {
    problems.push(missingKey(['package', 'author'], 'Hosts show who made the server.', '{ name: Jane Doe }'));
  }
  for (const fault of build.installed.faults) {
    const message = `The plugin has to contain the packages that the server is not bundled with, but ${fault}.`;
    problems.push({ kind: 'invalid', path: [], message, help: 'Run `npm install`, with `node_modules` folders.' });
  }
  if (build.installed.platform !== undefined) {
    const message = `The plugin contains native code and runs on ${build.installed.platform} only.`;
    const help = 'Make a plugin on each platform, or use packages without native code.';
    problems.push({ kind: 'advice', path: [], message, help });
  }
  return problems;
}
