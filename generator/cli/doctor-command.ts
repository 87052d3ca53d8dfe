import { homedir } from 'node:os';
import { arch, env, platform, version } from 'node:process';
import { resolve } from 'node:path';
import type { InferredOptionTypes } from 'yargs';
import { formatDiagnostics, visible } from '../core/diagnostics/format-diagnostics.js';
import { readPackageVersion } from '../core/package/package-version.js';
import { isFolder } from '../pipeline/write/file-system.js';
import { UsageError, type Command, type CommandOptions } from './command.js';
import { examineProject } from './doctor/examine-project.js';
import type { Finding } from '../feature-kit/finding.js';
import { findClients } from './doctor/find-clients.js';
import { isJson, writeJson } from './json-report.js';
import {
  folderOptions,
  formatOptions,
  outputOptions,
  resolveProject,
  type ProjectArguments,
} from './project-options.js';

const options = { ...folderOptions, ...outputOptions, ...formatOptions } as const satisfies CommandOptions;

type DoctorArguments = ProjectArguments & InferredOptionTypes<typeof options>;

/**
 * `doctor`: diagnoses the machine, the project and client configurations. Changes nothing. Exits with 1 if there are
 * errors.
 */
export const doctorCommand: Command = {
  options,
  async run(args: DoctorArguments, io) {
    const folder = resolve(io.cwd, args.root);
    if (!isFolder(folder)) throw new UsageError(`--root must be an existing folder: ${args.root}`);
    const options = { ...resolveProject(args, io.cwd), check: true, force: false, strict: false };
    const project = await examineProject(options, env);
    const clients = await findClients(folder, project.serverName, { home: homedir(), platform, environment: env });
    const findings = [examineNode(), ...project.findings, ...clients];
    const ok = !findings.some(({ state }) => state === 'broken');
    if (isJson(args))
      return writeJson({ ok, diagnostics: project.diagnostics, sources: project.sources, findings }, io);
    io.writeError(formatDiagnostics(project.diagnostics, project.sources, { color: io.color }));
    io.writeOut(findings.map(printFinding).join(''));
    return ok ? 0 : 1;
  },
};

/** Oldest supported Node version. */
const oldestNode = [20, 19];

function examineNode(): Finding {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode;
  const isOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
  const text = `Node ${version.slice(1)} on ${platform} ${arch}, create-mcp-from-schema ${readPackageVersion()}`;
  if (!isOld) return { code: 'node', state: 'fine', text };
  return { code: 'node', state: 'broken', text, help: `Node ${oldestNode.join('.')} or later is required.` };
}

const marks = { fine: 'ok  ', note: 'note', broken: 'FAIL' };

function printFinding({ state, text, help }: Finding): string {
  return `${marks[state]}  ${visible(text)}\n${help === undefined ? '' : `      ${visible(help)}\n`}`;
}
