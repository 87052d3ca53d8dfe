import { descriptionOf, printJson } from '../../../features/package/public-facts.js';
import { mcpbName } from '../mcpb/mcpb-manifest.js';
import { bundleSettings } from '../mcpb/print-starter.js';
import { cleanLine } from '../../../features/package/clean-line.js';
import type { PackagedProject } from '../target.js';
import { entryOf } from './claude-plugin.js';

/**
 * Prints `gemini-extension.json`. Gemini CLI asks for `settings` when the extension is installed; they are an experiment of it.
 *
 * @see https://github.com/google-gemini/gemini-cli/blob/main/docs/extensions/reference.md (read in November 2026)
 */
export function printGeminiExtension(project: PackagedProject): string {
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
