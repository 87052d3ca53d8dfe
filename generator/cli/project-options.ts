import { isAbsolute, relative, resolve } from 'node:path';
import type { InferredOptionTypes } from 'yargs';
import { didYouMean } from '../core/diagnostics/suggest.js';
import { artifactKinds } from '../pipeline/emit/emit-artifacts.js';
import type { GenerateOptions } from '../generate.js';
import { clientProfiles } from '../pipeline/profiles/client-profiles.js';
import { isFolder } from '../pipeline/write/file-system.js';
import { flagOption, repeatedOption, textOption, UsageError, type CommandOptions } from './command.js';

/** Options that select the folders of a project. */
export const folderOptions = {
  definitions: { ...textOption, default: 'definitions', describe: 'Definitions folder' },
  handlers: { ...textOption, default: 'handlers', describe: 'Handlers folder' },
  generated: { ...textOption, default: 'generated', describe: 'Folder for generated files' },
  root: { ...textOption, default: '.', describe: 'Project folder, which contains the other folders' },
} as const satisfies CommandOptions;

/** Options that select which kinds of files are generated. */
export const outputOptions = {
  'botserver-artifacts': {
    ...textOption,
    describe: `Also write JSON files for BotServer, one per tool; formats, separated by commas: ${artifactKinds.join(', ')}`,
  },
} as const satisfies CommandOptions;

/** Options that allow references outside the project. Both can be repeated. */
export const accessOptions = {
  'allow-host': {
    ...repeatedOption,
    describe: 'Host that definitions can refer to over HTTPS, such as example.com; can be repeated',
  },
  'allow-folder': {
    ...repeatedOption,
    describe: 'Additional folder that definitions can refer to; can be repeated',
  },
} as const satisfies CommandOptions;

/** Options that select which npm packages are bundled. Both can be repeated. */
export const bundleOptions = {
  external: {
    ...repeatedOption,
    describe:
      'Package to keep outside the bundle; packages that cannot be bundled are detected automatically; can be repeated',
  },
  bundle: {
    ...repeatedOption,
    describe: 'Package to bundle even if it is detected as not bundleable; can be repeated',
  },
} as const satisfies CommandOptions;

/** Options of the commands whose report can be a JSON document. */
export const formatOptions = {
  format: {
    choices: ['text', 'json'],
    requiresArg: true,
    default: 'text',
    describe: 'Report format: text, or a JSON document',
  },
  json: { ...flagOption, describe: 'Same as --format json' },
} as const satisfies CommandOptions;

/** Options of the commands that write generated files. */
export const writeOptions = {
  ...folderOptions,
  ...outputOptions,
  force: { ...flagOption, describe: 'Overwrite generated files that were edited by hand' },
  strict: { ...flagOption, describe: 'Treat warnings, such as an API operation that cannot become a tool, as errors' },
  ...accessOptions,
} as const satisfies CommandOptions;

/** Values of the options that select a project and its folders. */
export type ProjectArguments = InferredOptionTypes<typeof folderOptions> &
  Partial<InferredOptionTypes<typeof outputOptions & typeof accessOptions>>;

/**
 * Resolves the project that the command line selects.
 * @throws {UsageError} if folders conflict or the project does not exist.
 */
export function resolveProject(
  args: ProjectArguments,
  cwd: string,
): Omit<GenerateOptions, 'check' | 'force' | 'strict'> {
  const root = resolve(cwd, args.root);
  const definitions = resolveInside(root, 'definitions', args.definitions);
  const handlers = resolveInside(root, 'handlers', args.handlers);
  const out = resolveInside(root, 'generated', args.generated);
  if (new Set([definitions, handlers, out]).size < 3) {
    throw new UsageError('--definitions, --handlers and --generated must be different folders.');
  }
  if (!isFolder(root)) throw new UsageError(`--root must be an existing folder: ${args.root}`);
  const { 'allow-host': allowRemote = [], 'allow-folder': allowOutside = [], 'botserver-artifacts': artifacts } = args;
  for (const host of allowRemote) refuseOddHost(host);
  return {
    root,
    definitions,
    handlers,
    out,
    ...(artifacts !== undefined && { artifacts: parseArtifacts(artifacts) }),
    ...(allowRemote.length > 0 && { allowRemote }),
    ...(allowOutside.length > 0 && { allowOutside: allowOutside.map((folder) => resolve(cwd, folder)) }),
  };
}

/**
 * Resolves the values of `--profile` to client profile names: `undefined` if there are no values, `[]` for `none`.
 * @throws {UsageError} if a profile is unknown, or `none` is combined with others.
 */
export function chooseProfiles(requested: readonly string[] = []): readonly string[] | undefined {
  if (requested.length === 0) return undefined;
  const names = clientProfiles.map(({ name }) => name);
  for (const name of requested) {
    if (name === 'none' || names.includes(name)) continue;
    const known = `Profiles: ${names.join(', ')}.`;
    throw new UsageError(`Unknown profile "${name}". ${didYouMean(name, names)?.text.replace('did', 'Did') ?? known}`);
  }
  if (!requested.includes('none')) return requested;
  if (requested.some((name) => name !== 'none'))
    throw new UsageError('--profile none cannot be combined with other profiles.');
  return [];
}

function refuseOddHost(host: string): void {
  const isHost = /^[\w.:[\]-]+$/u.test(host) && URL.canParse(`https://${host}`);
  if (isHost && new URL(`https://${host}`).host === host.toLowerCase()) return;
  throw new UsageError(`--allow-host must be a host such as example.com or localhost:8443, not "${host}".`);
}

function parseArtifacts(text: string): NonNullable<GenerateOptions['artifacts']> {
  return text.split(',').map((word) => {
    const kind = artifactKinds.find((known) => known === word.trim());
    if (!kind)
      throw new UsageError(
        `--botserver-artifacts must be a list of ${artifactKinds.join(', ')}, separated by commas, not "${text}".`,
      );
    return kind;
  });
}

/**
 * Returns the path of a folder relative to the root, with forward slashes.
 * @throws {UsageError} if the folder is the root itself or outside the root.
 */
export function resolveInside(root: string, option: string, value: string): string {
  const folder = relative(root, resolve(root, value)).replaceAll('\\', '/');
  if (folder === '' || folder === '..' || folder.startsWith('../') || isAbsolute(folder)) {
    throw new UsageError(`--${option} must be a folder inside the project: ${value}`);
  }
  return folder;
}
