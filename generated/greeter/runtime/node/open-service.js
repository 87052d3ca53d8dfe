import { createService } from '../service.js';
import { checkStartOptions } from './start-options.js';
import { writeReport } from './write-report.js';
/**
 * Joins a definition with its handlers, as the options say.
 *
 * @throws TypeError for options that are wrong and for handlers that are missing, before anything is read or written.
 */
export function openService(definition, handlers, options) {
    checkStartOptions(options);
    return createService(definition, handlers, writeReport, options);
}
