import type { Service } from './service.js';

/** Requests a second that a caller may send: the option, else the default of a server with `auth`; `undefined`: no limit. */
export function rateOf({ options, access }: Service): number | undefined {
  return options.callsPerSecond ?? access?.callsPerSecond;
}
