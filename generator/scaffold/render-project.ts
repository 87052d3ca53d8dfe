import type { RenderTemplate } from '../emit/code/templates.js';
import type { GeneratedFile } from '../emit/generated-file.js';
import { escapeMarkdown, quoteText } from './escape-text.js';

/** Who a new server is. */
export interface ProjectIdentity {
  /** Name of server, package and definition file; {@link explainName} has nothing against it. */
  readonly name: string;
  /** Any text. */
  readonly title: string;
  /** Any text. */
  readonly description: string;
}

/** What a new project depends on while it is developed: version ranges of npm. */
export interface ProjectTools {
  readonly generator: string;
  readonly esbuild: string;
  readonly nodeTypes: string;
  readonly typescript: string;
}

/** The files of a new project that are written once, by hand of nobody; paths relative to its root. Pure. */
export function renderProject(
  identity: ProjectIdentity,
  tools: ProjectTools,
  render: RenderTemplate,
): readonly GeneratedFile[] {
  const { name, title, description } = identity;
  const view = {
    name,
    quoted: {
      name: quoteText(name),
      title: quoteText(title),
      description: quoteText(description),
      generator: quoteText(tools.generator),
      esbuild: quoteText(tools.esbuild),
      nodeTypes: quoteText(tools.nodeTypes),
      typescript: quoteText(tools.typescript),
    },
    markdown: { title: escapeMarkdown(title) || name, description: escapeMarkdown(description) },
  };
  return templates.map(([template, path]) => ({
    path: path.replace('<name>', name),
    content: render(`project/${template}`, view),
  }));
}

/** npm leaves files such as `.gitignore` out of packages: the templates go by other names. */
const templates: readonly (readonly [template: string, path: string])[] = [
  ['package.json', 'package.json'],
  ['tsconfig.json', 'tsconfig.json'],
  ['README.md', 'README.md'],
  ['gitignore', '.gitignore'],
  ['dockerignore', '.dockerignore'],
  ['Dockerfile', 'Dockerfile'],
  ['definition.mcp.yaml', 'definitions/<name>.mcp.yaml'],
];
