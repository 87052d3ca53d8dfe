import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { openTool } from '../kit/open-tool.mjs';

/** Answer of the command line of the Inspector. */
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

/**
 * The Inspector, installed on first use into a folder below the system's temporary folder, which later runs use too.
 *
 * @throws Error when npm cannot install it.
 */
export async function openInspector(): Promise<Inspector> {
  const { node, folder, root } = await openTool('@modelcontextprotocol/inspector', '2.12.0');
  await mkdir(path.join(folder, 'home'), { recursive: true });
  const cli = path.join(root, 'clients/launcher/build/index.js');
  return {
    run: (era, server, options) => {
      const target = server.startsWith('http:') ? ['--transport', 'http', server] : [process.execPath, server];
      return runCli(node, [cli, '--cli', ...target, '--protocol-era', era, '--quiet', ...options], folder);
    },
  };
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
