import { countOf, visible } from '../core/diagnostics/format-diagnostics.js';
import type { MissingPart } from './find-missing.js';
import type { GenerateReport } from '../generate.js';
import type { GenerateSummary } from '../outputs/inspect/summarize-model.js';
import type { WriteReport } from '../pipeline/write/file-plan.js';
import { compareVersions } from '../pipeline/write/manifest.js';

/** Summarizes a finished `generate` run: written files, and handlers to implement. */
export function summarizeReport(report: GenerateReport, check: boolean): string {
  const { write, summary, omitted = [] } = report;
  if (!write) return '';
  const changes = [
    write.written.length > 0 && `${countOf(write.written.length, 'file')} written`,
    write.removed.length > 0 && `${write.removed.length} removed`,
    write.unchanged > 0 && `${write.unchanged} unchanged`,
  ].filter((part) => part !== false);
  const headline = check
    ? `Up to date: ${describeSummary(summary)}.`
    : `Generated ${describeSummary(summary)}: ${changes.join(', ')}.`;
  const created = new Set(write.created);
  const unimplemented = new Set(write.unimplemented);
  const others = write.created.filter((file) => !unimplemented.has(file));
  return [
    `${headline}\n`,
    listUpgrade(report),
    summary.profiles ? `Adapted to ${summary.profiles.join(', ')} (undo with \`--profile none\`).\n` : '',
    listFiles('Skipped because of errors', omitted),
    listFiles('Created', others),
    listFiles(
      'To implement',
      write.unimplemented.map((file) => (created.has(file) ? `${file} (new)` : file)),
    ),
    listOrphans(write),
    announceVariables(check ? [] : write.written),
  ].join('');
}

/** Points to the list of environment variables if it has changed. */
function announceVariables(written: readonly string[]): string {
  const example = written.find((file) => file.endsWith('/env.example'));
  return example === undefined
    ? ''
    : `The environment variables of the server are listed in ${example}. Copy the variables that you want to set into .env.\n`;
}

/** Formats the missing requirements of a server. Returns `''` if nothing is missing. */
export function listMissing(missing: readonly MissingPart[]): string {
  return missing.map(({ text, help }) => `\n${visible(text)}.\n  ${visible(help)}\n`).join('');
}

/**
 * Lists the files of a new project. A folder with more than 8 files is listed as one line, and so is the folder of generated files.
 * @param files Paths of all files except generated ones.
 */
export function listProject(files: readonly string[], generated: number): string {
  const folders = new Map<string, string[]>();
  for (const file of files.toSorted()) {
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  const lines = [...folders].flatMap(([folder, inside]) =>
    folder !== '' && inside.length > maxSiblings ? [`${folder} (${countOf(inside.length, 'file')})`] : inside,
  );
  return listFiles('Files', [...lines, ...(generated > 0 ? [`generated/ (${countOf(generated, 'file')})`] : [])]);
}

/** Summarizes one run of `--watch` or `dev`. Returns `''` if no file changed. */
export function summarizeChanges(report: GenerateReport): string {
  const { ok, omitted, write, summary } = report;
  if (!write || (!ok && omitted === undefined)) return '';
  const { written, created, removed, unimplemented } = write;
  const changed = written.filter((file) => !isManifest(file));
  if (changed.length + created.length + removed.length === 0) return '';
  return [
    `Generated ${describeSummary(summary)}.\n`,
    listFiles('Written', changed),
    listFiles('Removed', removed),
    listFiles(
      'Created',
      created.filter((file) => !unimplemented.includes(file)),
    ),
    listFiles(
      'To implement',
      created.filter((file) => unimplemented.includes(file)).map((file) => `${file} (new)`),
    ),
    listOrphans(write),
    announceVariables(changed),
  ].join('');
}

/** Summarizes a `--dry-run`: files that a run would change. */
export function summarizePending(report: GenerateReport): string {
  const { omitted = [], write, summary } = report;
  if (!write) return '';
  const { written, removed, created } = write;
  const count = written.length + removed.length + created.length;
  const headline = count === 0 ? 'Nothing would change' : `${count} of ${count + write.unchanged} files would change`;
  return [
    `${headline}: ${describeSummary(summary)}.\n`,
    listUpgrade(report),
    listFiles('Skipped because of errors', omitted),
    listFiles('To be written', written),
    listFiles('To be removed', removed),
    listFiles('To be created (stubs for you to implement; never overwritten)', created),
    listOrphans(write),
  ].join('');
}

/** Whether a run wrote its files: all of them, or with `--keep-going`, the files of definitions without errors. */
export function isApplied({ ok, omitted, write }: GenerateReport): boolean {
  return ok || (omitted !== undefined && write !== undefined && write.diagnostics.length === 0);
}

/** Whether a path is the manifest, which changes with every other file. */
export function isManifest(path: string): boolean {
  return path.endsWith('/manifest.json');
}

/** Formats the number of entries in the definitions. */
export function describeSummary(summary: GenerateSummary): string {
  const ownResources = summary.resources - (summary.skills ?? 0);
  const parts = [
    summary.tools > 0 && `${countOf(summary.tools, 'tool')}${describeDeclared(summary)}`,
    summary.operations !== undefined && countOf(summary.operations, 'operation'),
    summary.prompts > 0 && countOf(summary.prompts, 'prompt'),
    ownResources > 0 && countOf(ownResources, 'resource'),
    summary.resourceTemplates > 0 && countOf(summary.resourceTemplates, 'resource template'),
    summary.skills !== undefined && countOf(summary.skills, 'skill'),
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'an empty server' : parts.join(', ');
}

/** States how many tools have no handler, by the key that declares what they do. */
function describeDeclared({ declared }: GenerateSummary): string {
  const counts = Object.entries(declared ?? {}).map(([key, count]) => `${count} with \`${key}\``);
  return counts.length === 0 ? '' : ` (${counts.join(', ')})`;
}

function listUpgrade({ upgradedFrom }: GenerateReport): string {
  if (upgradedFrom === undefined) return '';
  const notes = notesByVersion
    .filter(({ version }) => compareVersions(version, upgradedFrom) > 0)
    .flatMap((entry) => entry.notes);
  const title = `The generated files were previously written by another version (${visible(upgradedFrom)})`;
  return listFiles(title, [...notes, 'See CHANGELOG.md of create-mcp-from-schema for details.']);
}

/** Upgrade notes by version, oldest first. */
const notesByVersion: readonly { readonly version: string; readonly notes: readonly string[] }[] = [
  {
    version: '0.2.0',
    notes: [
      'Handlers are unchanged. server.ts can now export `authenticate`; `setup` gets a `server` object that enables and disables entries.',
      'New file generated/web.ts: an entrypoint for platforms that pass requests to `fetch`.',
      'generated/.cache speeds up runs. It has its own .gitignore and is not committed.',
    ],
  },
  {
    version: '0.3.0',
    notes: [
      'The runtime is imported from the package create-mcp-from-schema, which must be a dev dependency. generated/runtime/ is removed.',
      "In handlers and tests, replace '../../generated/runtime/index.js' with 'create-mcp-from-schema/runtime',",
      "and '../generated/runtime/node/index.js' (`testing`, `web`, `forward`) with 'create-mcp-from-schema/runtime/node'.",
      "In tests, import `definition` from '../generated/definition.ts' instead of '../generated/descriptors.ts'.",
      'API environment variables now begin with the server name. Rename them in .env; generated/env.example lists them.',
    ],
  },
  {
    version: '0.4.0',
    notes: [
      'Result types now end in Result: `FindBooksResult` instead of `FindBooksAnswer`. generated/project.ts is now generated/test-project.ts,',
      'and generated/forwards.ts is now generated/api-calls.ts.',
      'The old names work until 0.5. Run `create-mcp-from-schema upgrade` to replace them.',
    ],
  },
];

function listOrphans({ orphans, renamed = [], misnamed = [], outdated = [] }: WriteReport): string {
  const changes = misnamed.map(({ path, renames }) => {
    return `${path}: ${renames.map(([before, after]) => `${before} is now ${after}`).join(', ')}`;
  });
  const moves = renamed.map(({ oldHandler, newHandler }) => `mv ${oldHandler} ${newHandler}`);
  const names = renamed.map(({ before, after }) => `${before} is now ${after}`).join(', ');
  const title = `It seems that ${names}. To keep the handler, move it, and rename its function and types`;
  const rest = orphans.filter((file) => !renamed.some(({ oldHandler }) => oldHandler === file));
  return (
    listFiles('The generated names of these handlers changed; rename them in', changes) +
    listFiles('The scripts of these handlers have changed; check what they do now', outdated) +
    listFiles(title, moves) +
    listFiles('No longer defined; delete what you do not need', rest)
  );
}

/** Maximum number of files to list. */
const maxListed = 20;
/** Maximum number of files of one folder that are listed one by one. */
const maxSiblings = 8;

function listFiles(title: string, files: readonly string[]): string {
  if (files.length === 0) return '';
  const lines = files.slice(0, maxListed).map((file) => `  ${visible(file)}\n`);
  const hidden = files.length - lines.length;
  return `\n${title}:\n${lines.join('')}${hidden > 0 ? `  … and ${hidden} more\n` : ''}`;
}
