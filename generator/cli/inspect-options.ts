import { inspectionOrders } from '../inspect/format-inspection.js';
import type { CommandOptions } from './command-options.js';
import { generateOptions } from './generate-command.js';

/** Findings that make the command fail. */
export const inspectFailures = ['error', 'warning', 'never'] as const;

/** The options of `inspect`. */
export const inspectOptions = {
  definitions: generateOptions.definitions,
  handlers: generateOptions.handlers,
  out: generateOptions.out,
  root: generateOptions.root,
  profile: {
    type: 'string',
    requiresArg: true,
    describe: 'Client to look at, such as gemini; may be repeated; default: all but those to be turned on',
  },
  sort: {
    type: 'string',
    requiresArg: true,
    choices: inspectionOrders,
    default: 'definition',
    describe: 'Order of the tools; by bytes and tokens the dearest come first',
  },
  'fail-on': {
    type: 'string',
    requiresArg: true,
    choices: inspectFailures,
    default: 'never',
    describe: 'Exit with 1 when clients refuse something, or when there is any finding',
  },
  json: { type: 'boolean', default: false, describe: 'Print the report as JSON' },
  'allow-remote': generateOptions['allow-remote'],
  'allow-outside': generateOptions['allow-outside'],
} as const satisfies CommandOptions;
