import type { AuthInfo } from '../api/request-context.js';
import type { JsonObject } from '../protocol/json-object.js';
import type { Service } from '../service/service.js';

/** A client's way to a server: what it sends goes there as bytes, and so does what comes back. */
export interface Link {
  send(message: JsonObject): void;
  /** The client is gone. */
  close(): void;
}

/** What a link is opened with. */
export interface LinkOptions {
  readonly service: Service;
  readonly maxMessageBytes: number;
  readonly ordered: boolean;
  /** Who the client is, where the server wants to know. */
  readonly auth: AuthInfo | undefined;
  /** Takes what comes from the server. */
  readonly receive: (message: JsonObject) => void;
  /** Called when nothing sensible came. */
  readonly fail: (reason: string) => void;
}
