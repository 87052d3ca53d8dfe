import type { CommandOptions } from './command-options.js';
import { generateOptions, type ProjectArguments } from './generate-command.js';

/** Arguments of `dev`, as given. */
export interface DevArguments extends ProjectArguments {
  readonly force: boolean;
  readonly strict: boolean;
  readonly http?: string | undefined;
}

const { definitions, handlers, out, root, runtime, artifacts, force, strict } = generateOptions;
const allowed = { 'allow-remote': generateOptions['allow-remote'], 'allow-outside': generateOptions['allow-outside'] };

/** The options of `dev`. */
export const devOptions = {
  definitions,
  handlers,
  out,
  root,
  runtime,
  artifacts,
  force,
  strict,
  ...allowed,
  http: {
    type: 'string',
    describe: 'Serve over HTTP at 127.0.0.1 instead, at this port (default 3000; 0: any that is free)',
  },
} as const satisfies CommandOptions;
