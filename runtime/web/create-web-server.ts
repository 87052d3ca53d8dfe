import { defaultDrainMs, defaultMaxMessageBytes } from '../service/default-limits.js';
import type { ServerDefinition } from '../api/definition.js';
import type { HandlerSet } from '../api/handlers.js';
import { HttpEndpoint, type Authenticate } from '../http/endpoint.js';
import { resolveHttpOptions, type HttpOptions } from '../http/http-options.js';
import { messageOf } from '../protocol/protocol-error.js';
import { formatReport } from '../service/report.js';
import { prepareService } from '../service/prepare-service.js';
import type { ServerControl } from '../service/server-control.js';
import { createService, type ServiceOptions } from '../service/service.js';
import { WebReply, WebRequest } from './web-adapter.js';

/** A server for platforms with `fetch`; the members are those of `handlers/server.ts`. */
export interface WebProgram {
  readonly definition: ServerDefinition;
  readonly handlers: HandlerSet;
  readonly options?: WebOptions;
  /** Runs before the first request is answered. */
  readonly setup?: (server: ServerControl) => unknown;
  readonly authenticate?: Authenticate;
  readonly close?: () => unknown;
}

/** Those of the options of a server that have a meaning without streams of a process. */
export interface WebOptions extends ServiceOptions {
  readonly maxMessageBytes?: number;
  readonly ordered?: boolean;
  /** Milliseconds that running requests get when the server is closed. Default: 10 000. */
  readonly drainMs?: number;
  readonly http?: HttpOptions;
}

export interface WebServer {
  /** Answers a request. A function of its own, so that it can be handed on. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Ends subscriptions, answers what is running, then closes everything. */
  close(): Promise<void>;
}

/**
 * Serves a definition over Streamable HTTP where requests come as `Request` and are answered with `Response`. Sessions
 * live in the memory of this instance; where requests may reach another one, turn them off (`http: { sessions: false }`).
 * Which `Host` names are good is known to the platform, so they are only checked against `allowedHosts`.
 *
 * @throws TypeError for options of HTTP that are wrong and for handlers that are missing.
 */
export function createWebServer(program: WebProgram): WebServer {
  const { definition, handlers, options = {}, authenticate } = program;
  const { maxMessageBytes = defaultMaxMessageBytes, drainMs = defaultDrainMs, ordered = false } = options;
  const service = createService(definition, handlers, report, options);
  // Not this machine, so that nothing is taken for granted about names and pages.
  const http = { ...resolveHttpOptions(options.http ?? {}), host: '0.0.0.0' };
  const endpoint = new HttpEndpoint(service, { http, maxMessageBytes, ordered, authenticate });
  let ready: Promise<void> | undefined;
  let isClosed = false;
  return {
    fetch: async (request) => {
      if (isClosed) return new Response(null, { status: 503 });
      try {
        // Not before the first request: platforms forbid much while a module is loaded.
        ready ??= prepareService(service, options, program.setup);
        await ready;
      } catch (error) {
        ready = undefined;
        report(formatReport('START', messageOf(error)));
        return new Response(null, { status: 500 });
      }
      const reply = new WebReply(request.signal);
      endpoint.handle(new WebRequest(request), reply);
      return reply.response;
    },
    close: async () => {
      isClosed = true;
      const limit = new Promise((resolve) => setTimeout(resolve, drainMs));
      await Promise.race([endpoint.drain(), limit]);
      endpoint.close();
      await program.close?.();
    },
  };
}

function report(line: string): void {
  // oxlint-disable-next-line no-console -- every platform has it, and shows it to the operator.
  console.error(line);
}
