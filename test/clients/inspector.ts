import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { openTool } from '../kit/open-tool.mjs';

/** Answer of the command line of the Inspector. */
export interface InspectorAnswer {
  readonly exitCode: number;
  /** Its stdout, parsed. */
  readonly result: unknown;
  readonly stderr: string;
}

/** The command line of the MCP Inspector. */
export interface Inspector {
  /** Runs one method on a server: one that it starts, or one that listens where the URL says. */
  run(era: 'legacy' | 'modern', server: string, options: readonly string[]): Promise<InspectorAnswer>;
  /**
   * Runs one method on a server that listens, with a user who logs in. The logins are forgotten with the home folder.
   *
   * @param browse Opens an address in the user's browser.
   */
  login(run: InspectorLogin, browse: (address: URL) => Promise<void>): Promise<InspectorAnswer>;
}

/** A run with a user. */
export interface InspectorLogin {
  /** Configuration file with the server, and the server's name in it. */
  readonly config: string;
  readonly server: string;
  readonly options: readonly string[];
  /** Folder in which it keeps its logins. */
  readonly home: string;
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
    login: ({ config, server, options, home }, browse) => {
      const args = [cli, '--cli', '--config', config, '--server', server, '--quiet', ...options];
      return runWithUser(node, args, home, browse);
    },
  };
}

/** Logs in only for a person at a terminal; opens no browser by itself here. */
const person = {
  NODE_OPTIONS: '--import=data:text/javascript,process.stderr.isTTY=true',
  MCP_AUTO_OPEN_ENABLED: 'false',
  NO_COLOR: '1',
};

async function runWithUser(
  node: string,
  args: readonly string[],
  home: string,
  browse: (address: URL) => Promise<void>,
): Promise<InspectorAnswer> {
  const child = spawn(node, args, { env: { ...process.env, ...person, HOME: home, USERPROFILE: home } });
  let stdout = '';
  let stderr = '';
  const visits: Promise<void>[] = [];
  let asked = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    const addresses = [...stderr.matchAll(/Please navigate to: (\S+)\n/gu)];
    for (const [, address = ''] of addresses.slice(visits.length)) visits.push(browse(new URL(address)));
    const questions = stderr.split('Proceed with step-up authorization? [y/N]').length - 1;
    if (questions > asked) child.stdin.write('y\n');
    asked = questions;
  });
  const [exitCode] = (await once(child, 'close')) as [number];
  await Promise.all(visits);
  return { exitCode, result: stdout === '' ? undefined : JSON.parse(stdout), stderr };
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
