import { PartKey } from '../../core/model/part-key.js';

/** Text that a server serves under `/.well-known/`. */
export interface WellKnownText {
  /** Path below `/.well-known/`, such as `security.txt`. */
  readonly name: string;
  /** Text; can contain `${NAME}` for environment variables. */
  readonly text: string;
}

/** Texts that a server serves under `/.well-known/`, in source order. */
export const wellKnownPart = new PartKey<readonly WellKnownText[]>('well-known');
