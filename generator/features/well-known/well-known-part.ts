import { PartKey } from '../../core/model/part-key.js';

/** Text that a server shows under `/.well-known/`. */
export interface WellKnownText {
  /** Path below `/.well-known/`: `security.txt`. */
  readonly name: string;
  /** May hold `${NAME}` for environment variables. */
  readonly text: string;
}

/** Texts that a server shows under `/.well-known/`, in source order. */
export const wellKnownPart = new PartKey<readonly WellKnownText[]>('well-known');
