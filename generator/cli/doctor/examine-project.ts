import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { hasErrors } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import type { SourceTexts } from '../../core/diagnostics/format-diagnostics.js';
import type { Finding } from '../../feature-kit/finding.js';
import { features } from '../../features.js';
import { openAccess } from '../../pipeline/read/load-definitions.js';
import { readLookup } from '../../pipeline/read/read-definitions.js';
import type { GenerateOptions, GenerateReport } from '../../generate.js';
import { runGenerator } from '../../tools/runs/run-generator.js';
import type { LookupOptions } from '../../feature-kit/load/lookup-options.js';
import { findPackageManager } from '../../feature-kit/load/package-manager.js';
import { readPackageVersion } from '../../core/package/package-version.js';
import { compareVersions, manifestFile, readManifest } from '../../pipeline/write/manifest.js';
import type { Model } from '../../core/model/model.js';
import { listVariables } from '../../features/environment/list-variables.js';
import { nodeFileSystem } from '../../pipeline/write/file-system.js';
import { findMissing } from '../find-missing.js';
import { describeSummary } from '../report-text.js';
import { readEnvFile, readEnvironment } from '../choose-lookup.js';

/** Result of checking a project. */
interface ProjectExamination {
  readonly findings: readonly Finding[];
  /** Diagnostics about the definitions. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: SourceTexts;
  /** Server name in `package.json`. */
  readonly serverName: string | undefined;
}

type Environment = { readonly [name: string]: string | undefined };

/** Checks definitions, generated files, handlers, versions, the build and credentials. Writes nothing. */
export async function examineProject(options: GenerateOptions, environment: Environment): Promise<ProjectExamination> {
  const report = await runGenerator({ ...options, check: true });
  // `examineFiles` reports these two in a shorter form.
  const diagnostics = report.diagnostics.filter(({ code }) => code !== 'out-of-date' && code !== 'hand-edited');
  const packageManifest = await readJson(join(options.root, 'package.json'));
  const name = packageManifest?.['name'];
  return {
    diagnostics,
    sources: report.sources,
    serverName: typeof name === 'string' ? name : undefined,
    findings: [
      examineDefinitions(report, diagnostics),
      ...examineFiles(report),
      ...(await examineVersions(options)),
      await examineBuild(options),
      ...findMissing(options, report.needs).map(
        (part) => ({ code: 'missing-part', state: 'broken', ...part }) as const,
      ),
      ...(await examineVariables(options.root, report.model, environment)),
      ...(await examineFeatures(options, report.model)),
    ],
  };
}

/** Codes of diagnostics about the generated folder that end a run before definitions are read. */
const earlyCodes = new Set(['unfinished-run', 'newer-generator', 'locked', 'write-failed', 'outside-root']);

function examineDefinitions({ summary, write }: GenerateReport, ownDiagnostics: readonly Diagnostic[]): Finding {
  if (!write && ownDiagnostics.some(({ code }) => earlyCodes.has(code)))
    return {
      code: 'definitions',
      state: 'broken',
      text: 'The definitions were not checked, because of a problem with the generated folder',
      help: 'See above.',
    };
  if (!write || hasErrors(ownDiagnostics))
    return { code: 'definitions', state: 'broken', text: 'The definitions have errors', help: 'See above.' };
  const text = `Definitions: ${describeSummary(summary)}`;
  return ownDiagnostics.length === 0
    ? { code: 'definitions', state: 'fine', text }
    : { code: 'definitions', state: 'note', text: `${text}; with warnings`, help: 'See above.' };
}

function examineFiles({ write, diagnostics }: GenerateReport): readonly Finding[] {
  if (!write) return [];
  const { pending = [], unimplemented, orphans } = write;
  const isEdited = diagnostics.some(({ code }) => code === 'hand-edited');
  const drift: Finding =
    pending.length === 0
      ? { code: 'generated-files', state: 'fine', text: 'Generated files are up to date' }
      : {
          code: 'generated-files',
          state: 'broken',
          text: `Generated files: ${pending.length} out of date${isEdited ? ', some of them edited by hand' : ''}`,
          help: `Run \`create-mcp-from-schema generate${isEdited ? ' --force' : ''}\`.`,
        };
  return [
    drift,
    ...(unimplemented.length > 0 ? [listing('stubs', 'To implement', unimplemented)] : []),
    ...(orphans.length > 0 ? [listing('orphans', 'No longer defined; delete what you do not need', orphans)] : []),
  ];
}

/** Maximum number of files to list; further files are only counted. */
const maxListed = 5;

function listing(code: string, title: string, files: readonly string[]): Finding {
  const rest = files.length - maxListed;
  const listed = files.slice(0, maxListed).join(', ');
  return { code, state: 'note', text: `${title}: ${listed}${rest > 0 ? ` and ${rest} more` : ''}` };
}

async function examineVersions({ root, out }: GenerateOptions): Promise<readonly Finding[]> {
  const code = 'generator-version';
  const running = readPackageVersion();
  const manifest = await readManifest(root, out, nodeFileSystem).catch(() => undefined);
  const installed = await readInstalled(root);
  const findings: Finding[] = [];
  if (!manifest)
    findings.push({
      code,
      state: 'note',
      text: `${out}/${manifestFile} does not exist: nothing has been generated yet`,
    });
  else if (manifest.generatorVersion !== running) {
    const text = `Generated by version ${manifest.generatorVersion}; this is ${running}`;
    const isLater = compareVersions(manifest.generatorVersion, running) > 0;
    const help = isLater
      ? `Install create-mcp-from-schema@${manifest.generatorVersion} or later. To go back, run \`create-mcp-from-schema generate --force\`.`
      : 'Run `create-mcp-from-schema generate`.';
    findings.push({ code, state: 'note', text, help });
  }
  const version = installed?.['version'];
  if (!installed) {
    const help = `Run \`${findPackageManager(root)} install\`.`;
    findings.push({ code, state: 'note', text: 'The generator is not installed in the project', help });
  } else if (version !== running) {
    findings.push({
      code,
      state: 'note',
      text: `The project has version ${String(version)} of the generator; this is ${running}`,
    });
  }
  return findings;
}

/** Reads the generator's `package.json` as resolved from the project. It can be in a parent folder of a workspace. */
async function readInstalled(root: string): ReturnType<typeof readJson> {
  try {
    return await readJson(createRequire(join(root, 'package.json')).resolve('create-mcp-from-schema/package.json'));
  } catch {
    return undefined;
  }
}

async function examineBuild({ root, out }: GenerateOptions): Promise<Finding> {
  const built = await timeOf(join(root, 'dist', 'server.mjs'));
  const generated = await timeOf(join(root, out, manifestFile));
  const help = 'Run `npm run build`.';
  if (built === undefined) return { code: 'build', state: 'note', text: 'dist/server.mjs is not built', help };
  if (generated !== undefined && generated > built) {
    return { code: 'build', state: 'note', text: 'dist/server.mjs is older than the generated files', help };
  }
  return { code: 'build', state: 'fine', text: 'dist/server.mjs is built' };
}

/** Lists the variables that are set. Never shows their values. */
function examineVariables(root: string, model: Model | undefined, environment: Environment): readonly Finding[] {
  const groups = model ? listVariables(model) : [];
  const needed = groups.flatMap(({ variables }) => variables.flatMap(({ name, isNeeded }) => (isNeeded ? [name] : [])));
  if (needed.length === 0) return [];
  const file = readEnvFile(root);
  const isSet = (name: string): boolean => (environment[name] ?? file[name] ?? '').trim() !== '';
  const missing = needed.filter((name) => !isSet(name));
  if (missing.length === 0)
    return [{ code: 'environment', state: 'fine', text: `Environment variables: ${needed.join(', ')}` }];
  return [
    {
      code: 'environment',
      state: 'note',
      text: `Environment variables not set: ${missing.join(', ')}`,
      help: 'Add the ones that you need to .env or to the environment of the server.',
    },
  ];
}

/** Lets features check what their code uses, such as databases. */
async function examineFeatures(options: GenerateOptions, model: Model | undefined): Promise<readonly Finding[]> {
  if (!model) return [];
  const { root, definitions, out, allowOutside, allowRemote } = options;
  const examination = {
    model,
    root,
    environment: readEnvironment(root),
    readLookup: async (lookup: LookupOptions) => {
      const access = await openAccess(allowOutside, allowRemote);
      return readLookup(root, definitions, { access, lookup: { out, ...lookup } });
    },
  };
  const found = await Promise.all(features.map(({ examine }) => examine?.(examination) ?? []));
  return found.flat();
}

async function timeOf(path: string): Promise<number | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.mtimeMs;
}

async function readJson(path: string): Promise<{ readonly [key: string]: unknown } | undefined> {
  try {
    return JSON.parse((await nodeFileSystem.readText(path)) ?? '') as { readonly [key: string]: unknown };
  } catch {
    return undefined;
  }
}
