import type { RenderTemplate } from '../../core/code/templates.js';
import { printEnvironment } from '../../features/environment/emit-environment.js';
import { storesPart, storeVariables } from '../../features/stores/stores-part.js';
import type { GeneratedFile } from '../../core/code/generated-file.js';
import type { EnvironmentVariable, Model } from '../../core/model/model.js';
import { hasDurableTasks } from '../../features/tasks/has-durable-tasks.js';
import { summarizeAccess, type AccessSummary } from '../../features/auth/summarize-access.js';
import { agentsView } from './agents-view.js';
import { escapeMarkdown, identityView, quoteText, type ProjectIdentity } from './identity-view.js';
import { printProjectDockerfile } from './print-dockerfile.js';
import type { ProjectExtras } from './source/project-source.js';

/** Dependencies of a new project, as npm version ranges. */
export interface ProjectTools {
  readonly generator: string;
  readonly nodeTypes: string;
  readonly typescript: string;
  /** Packages of {@link ProjectExtras}, as name and range. */
  readonly others: readonly (readonly [name: string, range: string])[];
  /** Packages that the server's store and queue import, as name and range. */
  readonly imported: readonly (readonly [name: string, range: string])[];
}

/** New project. */
interface Project {
  readonly identity: ProjectIdentity;
  readonly tools: ProjectTools;
  /** Whether the generator is in the folder `vendor`. */
  readonly isVendored: boolean;
  /** Whether the project is the root of a pnpm project, which needs a separate file to allow install scripts. */
  readonly isPnpmRoot: boolean;
  /** Whether the project is the root of a Yarn 2+ project, which by default would keep packages in archives. */
  readonly isYarnRoot: boolean;
  /** Server of the project; `undefined` if the definitions have errors. */
  readonly model: Model | undefined;
  /** Whether the project starts from the sample, which its README explains. */
  readonly isSample: boolean;
  /** Whether a parent folder has Prettier options, so that the project needs none. */
  readonly hasStyle: boolean;
  /** Paths for Prettier to ignore, in addition to generated ones. */
  readonly unformatted: readonly string[];
  readonly extras: ProjectExtras | undefined;
  /** Whether a running database checks the definitions. Default: false. */
  readonly readsDatabase?: boolean;
  /** Package manager of the project. Default: npm. */
  readonly manager?: string | undefined;
  /** Paths of the definitions. */
  readonly definitions: readonly string[];
  /** Whether the project has handlers. */
  readonly hasHandlers: boolean;
}

/** Renders the project files other than definitions, with paths relative to the root. Pure. */
export function renderProject(project: Project, render: RenderTemplate): readonly GeneratedFile[] {
  const { identity, tools, isVendored, isYarnRoot, model, isSample, extras, hasStyle } = project;
  const access = model && summarizeAccess(model);
  const stores = model && storesPart.of(model);
  const hasWorkers = model !== undefined && hasDurableTasks(model);
  const { quoted, ...own } = identityView(identity);
  const variables = (model?.apis ?? []).flatMap((api) => api.environment);
  const environment = model && printEnvironment(model);
  const view = {
    ...own,
    quoted: {
      ...quoted,
      generator: quoteText(tools.generator),
      nodeTypes: quoteText(tools.nodeTypes),
      typescript: quoteText(tools.typescript),
    },
    ...agentsView({ ...project, callsApi: (model?.apis ?? []).length > 0 }),
    isSample,
    readsDatabase: project.readsDatabase === true,
    about: extras ? render(extras.about, {}) : '',
    scripts: (extras?.scripts ?? []).map(({ name, command }) => quotePair([name, command])),
    packages: tools.others.map(quotePair),
    isVendored,
    isYarnRoot,
    variables: variables.map(variableView),
    hasCredentials: variables.length > 0,
    hasVariables: environment !== undefined,
    environment: environment ?? '',
    access: access && accessView(access),
    imported: tools.imported.map(quotePair),
    hasImported: tools.imported.length > 0,
    hasWorkers,
    needsWorkers: hasWorkers && stores === 'redis',
    shared: stores ? storeVariables[stores].map(variableView) : [],
    unformatted: project.unformatted.map(escapePattern),
  };
  const dockerfile = { path: 'Dockerfile', content: printProjectDockerfile(isVendored) };
  const isWanted: { readonly [template: string]: boolean } = {
    'env.example': environment !== undefined,
    'pnpm-workspace.yaml': project.isPnpmRoot,
    'yarnrc.yml': isYarnRoot,
    'yarn.lock': isYarnRoot,
    'prettierrc.json': !hasStyle,
  };
  return templates
    .filter(([template]) => isWanted[template] ?? true)
    .map(([template, path]) => ({ path, content: render(`project/${template}`, view) }))
    .flatMap((file) => (file.path === '.dockerignore' ? [file, dockerfile] : [file]));
}

/** Escapes a path as a line of an ignore file. */
function escapePattern(path: string): string {
  return path.replace(/[\\*?[\]#! ]/gu, '\\$&');
}

function quotePair([name, value]: readonly [string, string]) {
  return { name: quoteText(name), value: quoteText(value) };
}

function variableView({ name, description, defaultValue }: EnvironmentVariable) {
  const meaning = escapeMarkdown(description.split('\n')[0] ?? '');
  return {
    name,
    description: defaultValue === undefined ? meaning : `${meaning} Default: ${escapeMarkdown(defaultValue)}`,
  };
}

/** Maximum number of entry names listed for a scope. */
const maxEntries = 20;

function accessView({ environment, scopes }: AccessSummary) {
  return {
    variables: environment.map(variableView),
    hasVariables: environment.length > 0,
    scopes: scopes.map(({ name, description, isRequired, entries }) => {
      const shown = entries.slice(0, maxEntries).map(escapeMarkdown);
      const others = entries.length > maxEntries ? [`${entries.length - maxEntries} more`] : [];
      return {
        name: escapeMarkdown(name),
        description: escapeMarkdown(description),
        neededBy: isRequired ? 'everything' : [...shown, ...others].join(', '),
      };
    }),
    hasScopes: scopes.length > 0,
  };
}

/** Template files have different names, because npm omits files such as `.gitignore` from packages. */
const templates: readonly (readonly [template: string, path: string])[] = [
  ['package.json', 'package.json'],
  ['pnpm-workspace.yaml', 'pnpm-workspace.yaml'],
  ['yarnrc.yml', '.yarnrc.yml'],
  ['yarn.lock', 'yarn.lock'],
  ['tsconfig.json', 'tsconfig.json'],
  ['README.md', 'README.md'],
  ['AGENTS.md', 'AGENTS.md'],
  ['CLAUDE.md', 'CLAUDE.md'],
  ['env.example', '.env.example'],
  ['gitignore', '.gitignore'],
  ['dockerignore', '.dockerignore'],
  ['prettierrc.json', '.prettierrc.json'],
  ['prettierignore', '.prettierignore'],
  ['examples.test.ts', 'test/examples.test.ts'],
  ['ci.yml', '.github/workflows/ci.yml'],
  ['launch.json', '.vscode/launch.json'],
];
