import type { CommandOptions } from './command-options.js';
import { generateOptions, type ProjectArguments } from './generate-command.js';

/** Arguments of `dev`, as given. */
export interface DevArguments extends ProjectArguments {
  readonly force: boolean;
  readonly strict: boolean;
}

const { definitions, handlers, out, root, runtime, force, strict } = generateOptions;

/** The options of `dev`. */
export const devOptions = {
  definitions,
  handlers,
  out,
  root,
  runtime,
  force,
  strict,
} as const satisfies CommandOptions;
