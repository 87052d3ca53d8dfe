import type { CommandOptions } from './command-options.js';
import { generateOptions } from './generate-command.js';

const { root, definitions, handlers, out, artifacts } = generateOptions;

/** The options of `doctor`. */
export const doctorOptions = { root, definitions, handlers, out, artifacts } as const satisfies CommandOptions;

/** Arguments of `doctor`, as given. */
export interface DoctorArguments {
  readonly root: string;
  readonly definitions: string;
  readonly handlers: string;
  readonly out: string;
  readonly artifacts?: string | undefined;
}
