/**
 * Imported before anything else by an entrypoint, so that modules which write to standard output while they are loaded
 * cannot disturb the protocol either.
 */
import { guardStdout } from './guard-stdout.js';
guardStdout();
