import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { runNpm } from '../../generator/scaffold/run-npm.js';

/** What the command line of the Inspector answered. */
export interface InspectorAnswer {
  readonly exitCode: number;
  /** Its standard output, parsed. */
  readonly result: unknown;
  readonly stderr: string;
}

/** The command line of the MCP Inspector. */
export interface Inspector {
  /** Runs one method on a server: one that it starts, or one that listens where the URL says. */
  run(era: 'legacy' | 'modern', server: string, options: readonly string[]): Promise<InspectorAnswer>;
}

const inspectorPackage = '@modelcontextprotocol/inspector@2.12.0';
/** The Inspector needs Node 22.19; this is Node as a package, without a script that would download it. */
const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const nodeVersion = '22.23.3';

/**
 * The Inspector, installed on first use into a folder below the system's temporary folder, which later runs use too.
 *
 * @throws Error when npm cannot install it.
 */
export async function openInspector(): Promise<Inspector> {
  const folder = path.join(tmpdir(), `mcp-inspector-2.12.0-node-${nodeVersion}`);
  if (!(await exists(folder))) await install(folder);
  const modules = path.join(folder, 'node_modules');
  const node = path.join(modules, nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const cli = path.join(modules, '@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  return {
    run: (era, server, options) => {
      const target = server.startsWith('http:') ? ['--transport', 'http', server] : [process.execPath, server];
      return runCli(node, [cli, '--cli', ...target, '--protocol-era', era, '--quiet', ...options], folder);
    },
  };
}

/** Installs beside and renames, so that a run that breaks off, or one at the same time, leaves nothing half done. */
async function install(folder: string): Promise<void> {
  const draft = await mkdtemp(`${folder}-`);
  const packages = [inspectorPackage, `${nodePackage}@${nodeVersion}`];
  const options = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--loglevel=error'];
  await runNpm(['install', ...options, '--prefix', draft, ...packages], draft);
  await mkdir(path.join(draft, 'home'));
  try {
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true });
    if (!(await exists(folder))) throw error;
  }
}

async function runCli(node: string, args: readonly string[], folder: string): Promise<InspectorAnswer> {
  const home = path.join(folder, 'home');
  const environment = { ...process.env, HOME: home, USERPROFILE: home };
  const answer = await promisify(execFile)(node, args, { env: environment }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return {
    exitCode: 'code' in answer ? answer.code : 0,
    result: answer.stdout === '' ? undefined : JSON.parse(answer.stdout),
    stderr: answer.stderr,
  };
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
