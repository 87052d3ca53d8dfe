import { homedir } from 'node:os';
import { arch, env, platform, version } from 'node:process';
import { resolve } from 'node:path';
import { formatDiagnostics, visible } from '../core/diagnostics/format-diagnostics.js';
import { readPackageVersion } from '../core/package/load-package.js';
import { isFolder } from '../pipeline/write/file-system.js';
import { UsageError, type Command } from './command.js';
import { examineProject } from './doctor/examine-project.js';
import type { Finding } from '../feature-kit/finding.js';
import { findClients } from './doctor/find-clients.js';
import { folderOptions, outputOptions, resolveProject, type ProjectArguments } from './project-options.js';

/**
 * `doctor`: diagnoses the machine, the project and client configurations. Changes nothing. Exits with 1 if there are
 * errors.
 */
export const doctorCommand: Command = {
  options: { ...folderOptions, ...outputOptions },
  async run(args: ProjectArguments, io) {
    const folder = resolve(io.cwd, args.root);
    if (!isFolder(folder)) throw new UsageError(`--root must be an existing folder: ${args.root}`);
    const options = { ...resolveProject(args, io.cwd), check: true, force: false, strict: false };
    const project = await examineProject(options, env);
    const clients = await findClients(folder, project.serverName, { home: homedir(), platform, environment: env });
    const findings = [examineNode(), ...project.findings, ...clients];
    io.writeError(formatDiagnostics(project.diagnostics, project.sources, { color: io.color }));
    io.writeOut(findings.map(printFinding).join(''));
    return findings.some(({ state }) => state === 'broken') ? 1 : 0;
  },
};

/** Oldest supported Node version. */
const oldestNode = [20, 19];

function examineNode(): Finding {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode;
  const isOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
  const text = `Node ${version.slice(1)} on ${platform} ${arch}, create-mcp-from-schema ${readPackageVersion()}`;
  if (!isOld) return { state: 'fine', text };
  return { state: 'broken', text, help: `Node ${oldestNode.join('.')} or later is required.` };
}

const marks = { fine: 'ok  ', note: 'note', broken: 'FAIL' };

function printFinding({ state, text, help }: Finding): string {
  return `${marks[state]}  ${visible(text)}\n${help === undefined ? '' : `      ${visible(help)}\n`}`;
}
