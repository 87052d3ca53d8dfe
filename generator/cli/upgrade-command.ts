import type { InferredOptionTypes } from 'yargs';
import { countOf, formatDiagnostics, visible } from '../core/diagnostics/format-diagnostics.js';
import type { GenerateOptions } from '../generate.js';
import { editFiles } from '../pipeline/write/edit-files.js';
import { regenerate } from '../tools/runs/regenerate.js';
import type { ManualChange } from '../tools/upgrade/edit-text.js';
import { planUpgrade, type UpgradePlan, type UpgradeReport } from '../tools/upgrade/upgrade-project.js';
import type { CliIo } from './cli-io.js';
import { flagOption, type Command, type CommandOptions } from './command.js';
import { isJson, writeJson } from './json-report.js';
import { accessOptions, folderOptions, formatOptions, resolveProject } from './project-options.js';
import { formatUnifiedDiff, listEdits, paintDiff } from './report-formats.js';
import { summarizeReport } from './report-text.js';

const options = {
  ...folderOptions,
  ...accessOptions,
  yes: { ...flagOption, alias: 'y', describe: 'Apply the changes without asking' },
  check: { ...flagOption, describe: 'Write nothing; print a diff and exit with 1 if there is something to upgrade' },
  ...formatOptions,
} as const satisfies CommandOptions;

type UpgradeArguments = InferredOptionTypes<typeof options>;

/**
 * `upgrade`: rewrites deprecated names in a project, then generates. Shows the changes and asks for confirmation first.
 * Exits with 1 if work is left: with `--check`, without confirmation, or if some changes need the user.
 */
export const upgradeCommand: Command = { options, run: runUpgrade };

async function runUpgrade(args: UpgradeArguments, io: CliIo): Promise<number> {
  const project = { ...resolveProject(args, io.cwd), check: false, force: false, strict: false };
  const report = await planUpgrade(project);
  if (isJson(args)) return writeJson(await upgradeSilently(report, project, args), io);
  if (report.kind === 'broken') {
    const { diagnostics, sources } = report.generated;
    io.writeError(formatDiagnostics(diagnostics, sources, { color: io.color }));
    io.writeError('Nothing was changed. Fix these errors, then run upgrade again.\n');
    return 1;
  }
  if (report.kind === 'untyped') {
    io.writeError(`error: ${visible(report.reason)}\n`);
    return 1;
  }
  return apply(report.plan, project, args, io);
}

/** Upgrades with `--yes`, and describes the result for the JSON report. The user is not asked. */
async function upgradeSilently(report: UpgradeReport, project: GenerateOptions, { check, yes }: UpgradeArguments) {
  if (report.kind === 'broken') {
    const { diagnostics, sources } = report.generated;
    return { ok: false, applied: false, diagnostics, sources };
  }
  if (report.kind === 'untyped') {
    return { ok: false, applied: false, error: { code: 'not-typed', message: visible(report.reason) } as const };
  }
  const { edits, manual } = report.plan;
  const planned = { edits: edits.flatMap(({ path, before, after }) => listEdits(path, before, after)), manual };
  if (check || (!yes && edits.length > 0)) {
    return { ok: edits.length + manual.length === 0, applied: false, ...planned };
  }
  const refusals = await editFiles(project, edits);
  if (refusals.length > 0) return { ok: false, applied: false, diagnostics: refusals, ...planned };
  const { ok, diagnostics, sources } = await regenerate({ ...project, dropDeprecatedNames: true });
  return { ok: ok && manual.length === 0, applied: edits.length > 0, diagnostics, sources, ...planned };
}

async function apply(plan: UpgradePlan, project: GenerateOptions, args: UpgradeArguments, io: CliIo): Promise<number> {
  const { edits, manual } = plan;
  if (edits.length === 0) return finish(plan, project, args.check, io);
  const lines = formatUnifiedDiff(edits, maxDiffLines);
  io.writeOut(lines.map((line) => `${io.colorOut === true ? paintDiff(line) : line}\n`).join(''));
  if (args.check) {
    io.writeOut(listManual(manual));
    return 1;
  }
  if (!args.yes) {
    if (!io.isInteractive) {
      io.writeOut(listManual(manual));
      io.writeError('Nothing was changed. To apply these changes: create-mcp-from-schema upgrade --yes\n');
      return 1;
    }
    const message = `Apply these changes to ${countOf(edits.length, 'file')}? (y/N)`;
    const answer = await io.ask({ kind: 'text', message, defaultValue: 'n' });
    if (!/^y(?:es)?$/iu.test(answer ?? '')) {
      io.writeOut('Nothing was changed.\n');
      return 1;
    }
  }
  const refusals = await editFiles(project, edits);
  if (refusals.length > 0) {
    io.writeError(formatDiagnostics(refusals, new Map(), { color: io.color }));
    return 1;
  }
  io.writeOut(
    `Upgraded ${countOf(edits.length, 'file')}:\n${edits.map(({ path }) => `  ${visible(path)}\n`).join('')}`,
  );
  return finish(plan, project, false, io);
}

/** Generates the project, and prints the next steps. */
async function finish(
  { edits, manual }: UpgradePlan,
  project: GenerateOptions,
  check: boolean,
  io: CliIo,
): Promise<number> {
  const generated = check ? undefined : await regenerate({ ...project, dropDeprecatedNames: true });
  if (generated) {
    io.writeError(formatDiagnostics(generated.diagnostics, generated.sources, { color: io.color }));
    const { upgradedFrom: _, ...report } = generated;
    io.writeOut(summarizeReport(report, false));
  }
  if (edits.length === 0 && manual.length === 0)
    io.writeOut('Nothing to upgrade: the project contains no deprecated names.\n');
  io.writeOut(listManual(manual));
  if (generated?.ok === false) return 1;
  if (edits.length > 0) io.writeOut('\nNext: review the changes (git diff), then run npm run build and npm test.\n');
  return manual.length > 0 ? 1 : 0;
}

function listManual(changes: readonly ManualChange[]): string {
  if (changes.length === 0) return '';
  const lines = changes.map(({ file, line, column, fix }) => `  ${visible(file)}:${line}:${column} ${visible(fix)}\n`);
  return `\nTo be changed by hand:\n${lines.join('')}`;
}

/** Maximum number of diff lines. */
const maxDiffLines = 10_000;
