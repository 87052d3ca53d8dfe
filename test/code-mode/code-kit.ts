import type { AskedServer } from '../kit/ask-server.js';
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
