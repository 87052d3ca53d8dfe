import type { Link, LinkEvents } from '../../../../runtime/wire/peer/link.js';

/** Callbacks of a connection of a page. */
export interface PageLinkEvents extends LinkEvents {
  /** Called with the reason if the server does not start, and with an empty string when it has started. */
  readonly start: (problem: string) => void;
  /** Called when a new version of the server has taken over, with the files of the project that have changed. */
  readonly replaced: (files: readonly string[]) => void;
}

/** Opens a connection of a page. Problems are reported through the events. */
export type OpenLink = (events: PageLinkEvents) => Link;
