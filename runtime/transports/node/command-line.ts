import type { ToolSelection } from '../../core/api/definition.js';
import type { HttpOptions } from '../http/http-options.js';
import type { ServingMode } from '../../core/service/choose-mode.js';
import { renameMode } from '../../core/service/deprecated-options.js';
import type { LogOptions } from '../../core/service/report.js';
import type { ToolChoice } from '../../core/service/service.js';
import { splitNames } from '../../core/service/split-names.js';
import type { Program } from '../../core/sharing/open-server.js';
import { fillForHelp } from './fill-for-help.js';
import type { FillableProgram } from './load-program.js';

/** Result of parsing the arguments of a server. */
export type ServerArguments =
  | { readonly mode: 'help' | 'version' }
  | { readonly mode: 'wrong'; readonly message: string }
  /** `http` is absent for stdio. `choice` overrides the tool selection of the options. */
  | {
      readonly mode: 'serve';
      readonly choice?: ToolChoice;
      /** Whether only read-only tools are served. */
      readonly isReadOnly?: true;
      readonly wantedMode?: ServingMode;
      readonly http?: HttpOptions;
      /** Number of processes that serve HTTP; `auto`: one for each core. Absent: only this process. */
      readonly workers?: number | 'auto';
      readonly log?: LogOptions;
      /** Arguments after `--`, for `setup`. Absent without `--`. */
      readonly args?: readonly string[];
    };

/** Arguments that make a server start serving. */
export type ServeArguments = Omit<Extract<ServerArguments, { readonly mode: 'serve' }>, 'mode'>;

const formats = ['text', 'json'] as const;
const modes = ['tools', 'discover', 'code'] as const satisfies readonly ServingMode[];
const levels = ['info', 'warning', 'error'] as const;

/**
 * Parses the arguments of a server: `--http [port]`, `--host <name>`, `--workers <number>`, `--toolsets <names>`,
 * `--tools <names>`, `--read-only`, `--mode <mode>`, `--log <format>`, `--log-level <level>`, `--log-requests`,
 * `--help`, `--version`. Arguments after `--` belong to the server's own code.
 *
 * @param environment Environment variables. `MCP_TOOLSETS` is used if the arguments select no tools, `MCP_MODE` if they
 *   select no mode, `MCP_LOG`, `MCP_LOG_LEVEL` and `MCP_LOG_REQUESTS` (1 or `true`) if they do not set that log option.
 */
export function parseArguments(
  all: readonly string[],
  environment: { readonly [variable: string]: string | undefined },
): ServerArguments {
  const { MCP_TOOLSETS: toolsets, MCP_MODE: defaultMode } = environment;
  const end = all.indexOf('--');
  const argv = [...listLogArguments(environment), ...(end < 0 ? all : all.slice(0, end))];
  if (argv.includes('--help')) return { mode: 'help' };
  if (argv.includes('--version')) return { mode: 'version' };
  const parsed: ParsedArguments = { http: {}, log: {}, choice: {}, ...(defaultMode ? { mode: defaultMode } : {}) };
  for (let index = 0; index < argv.length; index += 1) {
    const [name = '', inline] = (argv[index] ?? '').split('=', 2);
    const flag = flags.get(name);
    if (flag !== undefined) {
      if (inline !== undefined) return wrong(`${name} takes no value`);
      flag(parsed);
      continue;
    }
    const next = inline ?? argv[index + 1];
    const value = next?.startsWith('-') === true ? undefined : next;
    if (value !== undefined && inline === undefined) index += 1;
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    const problem = read === undefined ? `Unknown argument: ${name}` : read(parsed, value, name);
    if (problem !== undefined) return wrong(problem);
  }
  const { http, isHttp, workers, choice } = parsed;
  const mode = renameMode(parsed.mode);
  if (http.host !== undefined && !isHttp) return wrong('--host needs --http');
  if (workers !== undefined && !isHttp) return wrong('--workers needs --http');
  if (mode !== undefined && !isMode(mode)) return wrong(`Invalid mode: "${mode}". Valid modes: ${modes.join(', ')}`);
  const defaultToolsets = splitNames(toolsets);
  if (Object.keys(choice).length === 0 && defaultToolsets.length > 0) choice.toolsets = defaultToolsets;
  return describeServing({ ...parsed, mode }, end < 0 ? undefined : all.slice(end + 1));
}

/** Arguments that were already parsed. */
interface ParsedArguments {
  isHttp?: true;
  isReadOnly?: true;
  workers?: number | 'auto';
  mode?: string | undefined;
  readonly http: { port?: number; host?: string };
  readonly log: { -readonly [name in keyof LogOptions]: LogOptions[name] | undefined };
  readonly choice: { toolsets?: readonly string[]; tools?: readonly string[] };
}

/** Arguments without a value. */
const flags = new Map<string, (parsed: ParsedArguments) => void>([
  ['--read-only', (parsed) => (parsed.isReadOnly = true)],
  ['--log-requests', ({ log }) => (log.requests = true)],
]);

/** Reads the value of an argument. Returns the problem, or `undefined` if the value is valid. */
type ReadValue = (parsed: ParsedArguments, value: string | undefined, name: string) => string | undefined;

const readNames: ReadValue = ({ choice }, value, name) => {
  const names = splitNames(value);
  if (names.length === 0) return `${name} needs names, separated by commas`;
  choice[name === '--tools' ? 'tools' : 'toolsets'] = names;
  return undefined;
};

const readers: { readonly [name: string]: ReadValue } = {
  '--http': (parsed, value) => {
    parsed.isHttp = true;
    if (value === undefined) return undefined;
    if (!/^\d{1,5}$/u.test(value) || Number(value) > 65_535) return `Invalid port: ${value}`;
    parsed.http.port = Number(value);
    return undefined;
  },
  '--host': ({ http }, value) => {
    if (!value) return '--host needs an address';
    http.host = value;
    return undefined;
  },
  '--workers': (parsed, value) => {
    const workers = value === 'auto' ? value : Number(value);
    if (workers !== 'auto' && (!Number.isInteger(workers) || workers < 1 || workers > 256)) {
      return '--workers needs a number of processes from 1 to 256, or auto (one per core)';
    }
    parsed.workers = workers;
    return undefined;
  },
  '--toolsets': readNames,
  '--tools': readNames,
  '--mode': (parsed, value = '') => {
    parsed.mode = value;
    return undefined;
  },
  '--log': ({ log }, value = '') => {
    log.format = formats.find((format) => format === value);
    return log.format === undefined
      ? `Invalid log format: "${value}". Valid formats: ${formats.join(', ')}`
      : undefined;
  },
  '--log-level': ({ log }, value = '') => {
    log.level = levels.find((level) => level === value);
    return log.level === undefined ? `Invalid log level: "${value}". Valid levels: ${levels.join(', ')}` : undefined;
  },
};

function describeServing(
  {
    choice,
    isReadOnly,
    mode,
    isHttp,
    http,
    workers,
    log,
  }: ParsedArguments & { readonly mode: ServingMode | undefined },
  args: readonly string[] | undefined,
): ServerArguments {
  return {
    mode: 'serve',
    ...(Object.keys(choice).length === 0 ? {} : { choice }),
    ...(isReadOnly && { isReadOnly }),
    ...(mode && { wantedMode: mode }),
    ...(isHttp && { http }),
    ...(workers === undefined ? {} : { workers }),
    ...(Object.keys(log).length === 0 ? {} : { log: log as LogOptions }),
    ...(args && { args }),
  };
}

/** Converts the logging environment variables to arguments, which later arguments override. */
function listLogArguments(environment: { readonly [variable: string]: string | undefined }): readonly string[] {
  const { MCP_LOG: format, MCP_LOG_LEVEL: level, MCP_LOG_REQUESTS: requests = '' } = environment;
  return [
    ...(format ? [`--log=${format}`] : []),
    ...(level ? [`--log-level=${level}`] : []),
    ...(/^(?:1|true)$/iu.test(requests.trim()) ? ['--log-requests'] : []),
  ];
}

function isMode(text: string): text is ServingMode {
  return modes.some((mode) => mode === text);
}

function wrong(message: string): ServerArguments {
  return { mode: 'wrong', message };
}

/** Returns the output of `--help` or `--version`. */
export async function describeProgram(
  program: FillableProgram & Pick<Program, 'definition' | 'options'>,
  mode: 'help' | 'version',
): Promise<string> {
  const { definition, options = {} } = await fillForHelp(program);
  const { name = definition.server.name, version = definition.server.version } = options;
  return mode === 'version' ? `${version}\n` : formatHelp(name, version, definition.selection);
}

/** Returns the output of `--help`, with the toolsets of the server. */
function formatHelp(name: string, version: string, { toolsets = [] }: Partial<ToolSelection> = {}): string {
  const toolsetLine = toolsets.length === 0 ? '' : `\nToolsets: ${toolsets.join(', ')}\n`;
  return `${name} ${version}

A Model Context Protocol server. Without arguments it reads requests from stdin and writes responses to stdout.

  --http [port]       serve Streamable HTTP at /mcp instead (default port 3000)
  --host <name>       the address to listen on (default 127.0.0.1: this machine only)
  --workers <number>  serve with this number of processes on one port; auto: one for each core (needs --http)
  --toolsets <names>  serve only tools of these toolsets, and tools without a toolset; all: every toolset
  --tools <names>     serve only these tools; with --toolsets: serve these, too
                      (in both, * stands for any characters, and !name excludes: --tools 'list_*,!list_keys')
  --read-only         serve only tools that change nothing (annotation readOnlyHint)
  --mode <mode>       how tools are reached: tools, discover or code (two tools: one finds functions, one runs code)
  --log <format>      format of log lines on stderr: text or json (one JSON object on each line)
  --log-level <level> the least severe lines to write: info, warning or error
  --log-requests      write a line for each request
  --help              show this text
  --version           show the version  -- <arguments>      arguments for the server's own code
${toolsetLine}`;
}
