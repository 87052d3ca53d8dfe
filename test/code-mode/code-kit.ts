import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AskedServer } from '../kit/ask-server.js';
import { makeFolder } from '../kit/make-folder.js';
import type { Message } from '../kit/talk.js';

/** Answer of `run_code` or `search_api`. */
export interface ToolText {
  readonly text: string;
  readonly isError: boolean;
  /** Calls of a script, as they are recorded in the answer. */
  readonly calls: unknown;
}

/** Reads the text of an answer. */
export function readText({ result, error }: Message): ToolText {
  if (error !== undefined) throw new Error(JSON.stringify(error));
  return {
    text: result.content[0].text as string,
    isError: result.isError === true,
    calls: result._meta?.['create-mcp-from-schema/calls'],
  };
}

/** Runs code on a server. */
export async function runCode(server: AskedServer, code: string, tool = 'run_code'): Promise<ToolText> {
  return readText(await server.call(tool, { code }));
}

/** Copies a built server whose scripts may compute for some milliseconds only, instead of two seconds; gives its entrypoint. */
export function copyImpatient(entrypoint: string, computeMs: number): string {
  const folder = makeFolder();
  cpSync(path.dirname(entrypoint), folder, { recursive: true });
  const limit = /\bcomputeMs: ?2(?:e3|000|_000)\b/u;
  const modules = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  const file = modules.map((name) => path.join(folder, name)).find((each) => limit.test(readFileSync(each, 'utf8')));
  if (file === undefined) throw new Error('The limit of the computing time is in no module of the server');
  writeFileSync(file, readFileSync(file, 'utf8').replace(limit, `computeMs:${computeMs}`));
  return path.join(folder, path.basename(entrypoint));
}
