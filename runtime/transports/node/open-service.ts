import { parts } from '../../parts.js';
import { readBooleanVariable } from '../../core/service/read-boolean-variable.js';
import { openServer, type Platform, type Program } from '../../core/sharing/open-server.js';
import type { Service } from '../../core/service/service.js';
import { reportPlainly, writeReport } from './standard-streams.js';
import { splitNames } from '../../core/service/split-names.js';
import { checkStartOptions, type StartOptions } from './start-options.js';

/** A program with options for Node. */
interface NodeProgram extends Program {
  readonly options?: StartOptions;
}

/**
 * Opens the service of a program. The keys for request state come from the options, otherwise from the environment
 * variable `MCP_STATE_KEYS`, separated by commas. The service is read-only if set by the options or the environment
 * variable `MCP_READ_ONLY`.
 *
 * @returns Like `openServer`.
 * @throws TypeError for invalid options, missing handlers and a value of `MCP_READ_ONLY` that is not a boolean.
 */
export function openService(program: NodeProgram, platform: Partial<Platform> = {}): Service | Promise<Service> {
  const { options = {} } = program;
  checkStartOptions(options);
  const stateKeys = options.stateKeys ?? splitNames(process.env['MCP_STATE_KEYS']);
  const warnings = options.warnings ?? process.env['NODE_ENV'] !== 'production';
  const readOnly = options.readOnly === true || readBooleanVariable('MCP_READ_ONLY', process.env);
  return openServer(
    { ...program, options: { ...options, stateKeys, warnings, readOnly } },
    {
      parts,
      report: reportPlainly,
      openLog: async (log) => (await import('./open-log.js')).openLog(log, writeReport),
      ...platform,
    },
  );
}
