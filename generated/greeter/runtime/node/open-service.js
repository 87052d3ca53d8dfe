import { createService } from '../service/service.js';
import { checkStartOptions } from './start-options.js';
import { writeReport } from './write-report.js';
/**
 * Joins a definition with its handlers, as the options say. Keys for the state of requests come from the options, else
 * from the environment: `MCP_STATE_KEYS`, separated by commas.
 *
 * @throws TypeError for options that are wrong and for handlers that are there and not complete, before anything is read or
 *   written.
 */
export function openService(definition, handlers, options) {
    checkStartOptions(options);
    const stateKeys = options.stateKeys ?? readStateKeys(process.env['MCP_STATE_KEYS'] ?? '');
    const warnings = options.warnings ?? process.env['NODE_ENV'] !== 'production';
    return createService(definition, handlers, writeReport, { ...options, stateKeys, warnings });
}
function readStateKeys(text) {
    return text.match(/[^\s,]+/gu) ?? [];
}
