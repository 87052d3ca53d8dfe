import type { HttpOptions } from '../http/http-options.js';
import type { ToolChoice } from '../service/service.js';
import { formatHelp, parseArguments } from './command-line.js';
import type { Report } from '../service/report.js';
import type { guardStdout } from './guard-stdout.js';
import type { ServerProgram } from './run-server.js';

/** How a program serves. */
export interface ServingPlan {
  /** Goes before what the options choose. */
  readonly choice?: ToolChoice;
  /** Absent: over standard input and output. */
  readonly http?: HttpOptions;
}

/** Says something in place of serving, and ends the process. */
export type SpeakingPlan = (write: ReturnType<typeof guardStdout>, report: Report) => void;

/** What a program is to do as its arguments and the environment say. */
export function planRun(
  { definition, options = {} }: ServerProgram,
  argv: readonly string[],
): ServingPlan | SpeakingPlan {
  const parsed = parseArguments(argv, process.env['MCP_TOOLSETS']);
  const { name = definition.server.name, version = definition.server.version } = options;
  switch (parsed.mode) {
    case 'wrong':
      return (_write, report) => {
        report(`${parsed.message}. Try --help.`);
        process.exit(2);
      };
    case 'help':
      return say(formatHelp(name, version, definition.selection));
    case 'version':
      return say(`${version}\n`);
    default:
      return parsed;
  }
}

function say(text: string): SpeakingPlan {
  return (write) => void write(text, undefined, () => process.exit(0));
}
