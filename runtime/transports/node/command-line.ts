import type { ToolSelection } from '../../core/api/definition.js';
import type { HttpOptions } from '../http/http-options.js';
import type { ServingMode } from '../../core/service/choose-mode.js';
import type { LogOptions } from '../../core/service/report.js';
import type { ToolChoice } from '../../core/service/service.js';
import { splitNames } from '../../core/service/split-names.js';

/** Result of parsing the arguments of a server. */
export type ServerArguments =
  | { readonly mode: 'help' | 'version' }
  | { readonly mode: 'wrong'; readonly message: string }
  /** `http` is absent for stdio. `choice` overrides the tools that the options choose. */
  | {
      readonly mode: 'serve';
      readonly choice?: ToolChoice;
      /** Only tools that change nothing are served. */
      readonly isReadOnly?: true;
      readonly wantedMode?: ServingMode;
      readonly http?: HttpOptions;
      /** Number of processes that serve over HTTP; `auto`: one for each core. Absent: this one. */
      readonly workers?: number | 'auto';
      readonly log?: LogOptions;
      /** Arguments after `--`, for `setup`. Absent without `--`. */
      readonly args?: readonly string[];
    };

/**
 * Parses the arguments of a server: `--http [port]`, `--host <name>`, `--workers <number>`, `--toolsets <names>`, `--tools <names>`, `--read-only`,
 * `--mode <mode>`, `--log <format>`, `--log-level <level>`, `--log-requests`, `--help`, `--version`. What follows `--` belongs to the
 * server's own code.
 *
 * @param environment Environment variables. `MCP_TOOLSETS` is used when the arguments choose no tools, `MCP_MODE` when they choose no
 *   mode, `MCP_LOG`, `MCP_LOG_LEVEL` and `MCP_LOG_REQUESTS` (1 or `true`) when they have no such option of the log.
 */
export function parseArguments(
  all: readonly string[],
  environment: { readonly [variable: string]: string | undefined },
): ServerArguments {
  const { MCP_TOOLSETS: toolsets, MCP_MODE: byDefault } = environment;
  const end = all.indexOf('--');
  const argv = [...listLogArguments(environment), ...(end < 0 ? all : all.slice(0, end))];
  if (argv.includes('--help')) return { mode: 'help' };
  if (argv.includes('--version')) return { mode: 'version' };
  let isHttp = false;
  let isReadOnly = false;
  let workers: number | 'auto' | undefined;
  let mode = byDefault === '' ? undefined : byDefault;
  const http: { port?: number; host?: string } = {};
  const log: { -readonly [name in keyof LogOptions]: LogOptions[name] | undefined } = {};
  const choice: { toolsets?: readonly string[]; tools?: readonly string[] } = {};
  for (let index = 0; index < argv.length; index += 1) {
    const [name = '', inline] = (argv[index] ?? '').split('=', 2);
    if (name === '--read-only' || name === '--log-requests') {
      if (inline !== undefined) return wrong(`${name} takes no value`);
      if (name === '--read-only') isReadOnly = true;
      else log.requests = true;
      continue;
    }
    const next = inline ?? argv[index + 1];
    const value = next?.startsWith('-') === true ? undefined : next;
    if (value !== undefined && inline === undefined) index += 1;
    if (name === '--http') {
      isHttp = true;
      if (value === undefined) continue;
      if (!/^\d{1,5}$/u.test(value) || Number(value) > 65_535) return wrong(`Not a port: ${value}`);
      http.port = Number(value);
    } else if (name === '--host') {
      if (!value) return wrong('--host needs an address');
      http.host = value;
    } else if (name === '--workers') {
      workers = value === 'auto' ? value : Number(value);
      if (workers !== 'auto' && (!Number.isInteger(workers) || workers < 1 || workers > 256)) {
        return wrong('--workers needs a number of processes from 1 to 256, or auto: one for each core');
      }
    } else if (name === '--toolsets' || name === '--tools') {
      const names = splitNames(value);
      if (names.length === 0) return wrong(`${name} needs names, separated by commas`);
      choice[name === '--tools' ? 'tools' : 'toolsets'] = names;
    } else if (name === '--mode') {
      mode = value ?? '';
    } else if (name === '--log') {
      log.format = formats.find((format) => format === value);
      if (log.format === undefined)
        return wrong(`Not a form of the log: "${value ?? ''}". There are ${formats.join(', ')}`);
    } else if (name === '--log-level') {
      log.level = levels.find((level) => level === value);
      if (log.level === undefined)
        return wrong(`Not a level of the log: "${value ?? ''}". There are ${levels.join(', ')}`);
    } else {
      return wrong(`Unknown argument: ${name}`);
    }
  }
  if (http.host !== undefined && !isHttp) return wrong('--host needs --http');
  if (workers !== undefined && !isHttp) return wrong('--workers needs --http');
  if (mode !== undefined && !isMode(mode)) return wrong(`Not a mode: "${mode}". There are ${modes.join(', ')}`);
  const known = splitNames(toolsets);
  if (Object.keys(choice).length === 0 && known.length > 0) choice.toolsets = known;
  return {
    mode: 'serve',
    ...(Object.keys(choice).length === 0 ? {} : { choice }),
    ...(isReadOnly ? { isReadOnly } : {}),
    ...(mode === undefined ? {} : { wantedMode: mode }),
    ...(isHttp ? { http } : {}),
    ...(workers === undefined ? {} : { workers }),
    ...(Object.keys(log).length === 0 ? {} : { log: log as LogOptions }),
    ...(end < 0 ? {} : { args: all.slice(end + 1) }),
  };
}

/** Arguments that mean the same as the environment variables about the log. Arguments after them override them. */
function listLogArguments(environment: { readonly [variable: string]: string | undefined }): readonly string[] {
  const { MCP_LOG: format, MCP_LOG_LEVEL: level, MCP_LOG_REQUESTS: requests = '' } = environment;
  return [
    ...(format ? [`--log=${format}`] : []),
    ...(level ? [`--log-level=${level}`] : []),
    ...(/^(?:1|true)$/iu.test(requests.trim()) ? ['--log-requests'] : []),
  ];
}

const formats = ['text', 'json'] as const;
const levels = ['info', 'warning', 'error'] as const;
const modes = ['direct', 'discover', 'code'] as const satisfies readonly ServingMode[];

function isMode(text: string): text is ServingMode {
  return modes.some((mode) => mode === text);
}

function wrong(message: string): ServerArguments {
  return { mode: 'wrong', message };
}

/** Text of `--help`, with the toolsets of the server. */
export function formatHelp(name: string, version: string, { toolsets = [] }: Partial<ToolSelection> = {}): string {
  const known = toolsets.length === 0 ? '' : `\nToolsets: ${toolsets.join(', ')}\n`;
  return `${name} ${version}

A Model Context Protocol server. Without arguments it reads requests from standard input and answers on standard output.

  --http [port]       serve Streamable HTTP at /mcp instead (default port 3000)
  --host <name>       the address to listen on (default 127.0.0.1: this machine only)
  --workers <number>  serve with so many processes on one port; auto: one for each core (needs --http)
  --toolsets <names>  serve only the tools of these toolsets, and those that belong to none; all: every one
  --tools <names>     serve only these tools; with --toolsets: these as well
                      (in both, * stands for any characters, and !name excludes: --tools 'list_*,!list_keys')
  --read-only         serve only tools that change nothing (annotation readOnlyHint)
  --mode <mode>       how tools are reached: direct, discover or code (two tools: one finds functions, one runs code)
  --log <format>      how lines on standard error look: text or json (one JSON object on each line)
  --log-level <level> the least severe lines to write: info, warning or error
  --log-requests      write a line for each request
  --help              show this text
  --version           show the version
  -- <arguments>      arguments of the server's own
${known}`;
}
