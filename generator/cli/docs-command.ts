import path from 'node:path';
import type { InferredOptionTypes } from 'yargs';
import type { GeneratedFile } from '../core/code/generated-file.js';
import { hasErrors } from '../core/diagnostics/create-diagnostic.js';
import { formatDiagnostics, visible } from '../core/diagnostics/format-diagnostics.js';
import { createDiffReport, type DiffReport } from '../outputs/diff/diff-report.js';
import { listTexts } from '../feature-kit/load/workspace.js';
import { openAccess } from '../pipeline/read/load-definitions.js';
import type { Model } from '../core/model/model.js';
import { adaptModel } from '../pipeline/profiles/adapt-model.js';
import { findProfiles } from '../pipeline/profiles/client-profiles.js';
import { readDefinitions } from '../pipeline/read/read-definitions.js';
import { planSite } from '../outputs/site/plan-site.js';
import { htmlMark } from '../outputs/site/print-html.js';
import { markdownMark } from '../outputs/site/print-markdown.js';
import { createFolder, nodeFileSystem, replaceText } from '../pipeline/write/file-system.js';
import { hashContent } from '../pipeline/write/hash-content.js';
import { readManifest } from '../pipeline/write/manifest.js';
import { LinkError, refuseLinks } from '../pipeline/write/project-path.js';
import { describeSystemError, isSystemError } from '../pipeline/write/system-error.js';
import type { CliIo } from './cli-io.js';
import { flagOption, textOption, UsageError, type Command, type CommandOptions } from './command.js';
import { findSide, type FoundSide } from './find-side.js';
import { isJson, printErrorsAs, writeJson, type Failure } from './json-report.js';
import { accessOptions, folderOptions, formatOptions, resolveInside, resolveProject } from './project-options.js';
import { readSide } from './read-side.js';
import { formatUnifiedDiff } from './report-formats.js';

const options = {
  ...folderOptions,
  out: { ...textOption, default: 'docs', describe: 'Folder to write the page to' },
  url: { ...textOption, describe: 'Public URL of the server, such as https://example.com/mcp' },
  since: {
    ...textOption,
    describe: 'Also list the changes since this version: a revision, folder or definition, as in diff',
  },
  check: { ...flagOption, describe: 'Write nothing; print a diff and exit with 1 if the page is out of date' },
  force: { ...flagOption, describe: 'Overwrite files that this command did not write, or that were edited since' },
  ...formatOptions,
  ...accessOptions,
} as const satisfies CommandOptions;

type DocsArguments = InferredOptionTypes<typeof options>;

/**
 * `docs`: generates the server's reference docs. Exits with 1 if they are out of date (`--check`) or cannot be written,
 * and with 2 if definitions have errors.
 */
export const docsCommand: Command = { options, run: runDocs };

async function runDocs(args: DocsArguments, io: CliIo): Promise<number> {
  const project = resolveProject(args, io.cwd);
  const folder = resolveInside(project.root, 'out', args.out);
  if ([project.definitions, project.handlers, project.out].includes(folder)) {
    throw new UsageError(`--out must not be the folder of definitions, handlers or generated files: ${args.out}`);
  }
  refuseOddAddress(args.url);
  const model = await readModel(project, args, io);
  if (!model) return 2;
  const changes = args.since === undefined ? undefined : await compare(args.since, project, args, io);
  if (args.since !== undefined && !changes) return 2;
  const files = planSite(model, { isLocal: true, url: args.url, changes });
  const outcome = await findOutcome(files, { root: project.root, folder, args }, io.cwd);
  return printOutcome(outcome, folder, args, io);
}

async function findOutcome(files: readonly GeneratedFile[], target: SiteTarget, cwd: string): Promise<SiteOutcome> {
  try {
    return await writeSite(files, target);
  } catch (error) {
    if (error instanceof LinkError) {
      const message = `Nothing was written: ${visible(error.path)} is a symbolic link that may point outside the project.`;
      return { failure: { code: 'link', message } };
    }
    if (isSystemError(error)) return { failure: { code: 'system', message: visible(describeSystemError(error, cwd)) } };
    throw error;
  }
}

function refuseOddAddress(args: string | undefined): void {
  if (args === undefined) return;
  const url = URL.canParse(args) ? new URL(args) : undefined;
  if (url && /^https?:$/u.test(url.protocol) && url.username === '' && url.password === '') return;
  throw new UsageError(`--url must be a URL such as https://example.com/mcp, not "${args}".`);
}

type DocsProject = ReturnType<typeof resolveProject>;

/** Reads the model in the same way as `generate`. If the definitions have errors, prints them and returns `undefined`. */
async function readModel(project: DocsProject, args: DocsArguments, io: CliIo): Promise<Model | undefined> {
  const { root, definitions: folder, out, allowRemote, allowOutside } = project;
  const manifest = await readManifest(root, out);
  const access = await openAccess(allowOutside, allowRemote);
  const profiles = findProfiles(manifest?.profiles ?? []);
  const definitions = await readDefinitions(
    root,
    folder,
    manifest?.names ?? new Map(),
    { access, lookup: { out } },
    profiles,
  );
  const errors = definitions.diagnostics.filter(({ severity }) => severity === 'error');
  if (!hasErrors(errors)) return adaptModel(definitions.resolved.model, profiles);
  const sources = listTexts(definitions.workspace);
  if (isJson(args)) writeJson({ ok: false, diagnostics: errors, sources }, io);
  else io.writeError(formatDiagnostics(errors, sources, { color: io.color }));
  return undefined;
}

/** Compares an earlier version with the project's definitions; `undefined` if definitions have errors. */
async function compare(
  since: string,
  project: DocsProject,
  args: DocsArguments,
  io: CliIo,
): Promise<DiffReport | undefined> {
  const { root, definitions: folder } = project;
  const old = await findSide(since, { cwd: root, definitions: folder });
  const recent: FoundSide = {
    label: 'working tree',
    root,
    shownRoot: '',
    folder,
    release: () => Promise.resolve(),
  };
  try {
    const oldSide = await readSide(old, io, printErrorsAs(args, io));
    const newSide = oldSide && (await readSide(recent, io, printErrorsAs(args, io)));
    return newSide && createDiffReport(oldSide, newSide);
  } finally {
    await old.release();
  }
}

interface SiteTarget {
  /** Absolute path of the project. */
  readonly root: string;
  /** Folder relative to the root. */
  readonly folder: string;
  readonly args: Pick<DocsArguments, 'check' | 'force'>;
}

/** Result of writing the site. */
interface SiteOutcome {
  /** Paths of written files, relative to the project. */
  readonly written?: readonly string[];
  /** Differences that `check` found. */
  readonly outdated?: readonly FileChange[];
  readonly failure?: Failure & { readonly help?: string };
}

interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** Writes the files that differ from those on disk. With `check`, only finds the differences. */
async function writeSite(files: readonly GeneratedFile[], { root, folder, args }: SiteTarget): Promise<SiteOutcome> {
  const found = await Promise.all(
    files.map(async ({ path: name, content }): Promise<FileChange> => {
      const before = await nodeFileSystem.readText(path.join(root, folder, name));
      return { path: `${folder}/${name}`, before, after: seal(content) };
    }),
  );
  const changes = found.filter(
    ({ before, after }) => before === undefined || hashContent(before) !== hashContent(after),
  );
  if (args.check) return { outdated: changes };
  const foreign = changes.filter(({ before }) => before !== undefined && !isOwn(before));
  if (foreign.length > 0 && !args.force) {
    const names = foreign.map((change) => visible(change.path)).join(', ');
    const message = `Nothing was written: ${names} was written by hand, or edited since this command wrote it.`;
    const help = 'Choose another folder with --out, or overwrite with --force.';
    return { failure: { code: 'foreign-file', message, help } };
  }
  await refuseLinks(
    { root, disk: nodeFileSystem },
    changes.map((change) => change.path),
  );
  if (changes.length > 0) await createFolder(path.join(root, folder));
  for (const { path: file, before, after } of changes) {
    await replaceText(path.join(root, file), after, before === undefined);
  }
  return { written: changes.map((change) => change.path) };
}

/** Prints the result. Returns the exit code. */
function printOutcome(
  { written, outdated, failure }: SiteOutcome,
  folder: string,
  args: DocsArguments,
  io: CliIo,
): number {
  const names = (outdated ?? []).map((change) => change.path);
  const ok = failure === undefined && names.length === 0;
  if (isJson(args)) return writeJson({ ok, error: failure, written: written ?? [], outOfDate: names }, io);
  if (failure) {
    io.writeError(`error: ${failure.message}\n${failure.help === undefined ? '' : `help: ${failure.help}\n`}`);
  } else if (outdated) {
    const lines = formatUnifiedDiff(outdated, maxDiffLines).map((line) => `${line}\n`);
    io.writeOut(lines.join(''));
    const list = names.map(visible).join(', ');
    if (!ok)
      io.writeError(`error: These files are out of date: ${list}.\nhelp: Run \`create-mcp-from-schema docs\`.\n`);
  } else if (written?.length === 0) io.writeOut(`${visible(folder)} is up to date.\n`);
  else io.writeOut((written ?? []).map((file) => `Wrote ${visible(file)}\n`).join(''));
  return ok ? 0 : 1;
}

/** Maximum number of lines of the diff that `--check` prints. */
const maxDiffLines = 200;

const sealed = /create-mcp-from-schema docs, sha256-([\da-f]{64})/u;

/** Adds a hash of the content to the marker of a file. */
function seal(text: string): string {
  const mark = text.includes(htmlMark) ? htmlMark : markdownMark;
  return text.replace(mark, () => mark.replace(' docs', ` docs, sha256-${hashContent(text)}`));
}

/** Whether a file is unchanged since this command wrote it. */
function isOwn(text: string): boolean {
  const [, hash] = sealed.exec(text) ?? [];
  return hash === hashContent(text.replace(sealed, 'create-mcp-from-schema docs'));
}
