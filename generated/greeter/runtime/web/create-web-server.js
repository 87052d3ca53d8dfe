import { defaultDrainMs, defaultMaxMessageBytes } from '../service/default-limits.js';
import { HttpEndpoint } from '../http/endpoint.js';
import { resolveHttpOptions } from '../http/http-options.js';
import { messageOf } from '../protocol/protocol-error.js';
import { formatReport } from '../service/report.js';
import { prepareService } from '../service/prepare-service.js';
import { createService } from '../service/service.js';
import { WebReply, WebRequest } from './web-adapter.js';
/**
 * Serves a definition over Streamable HTTP where requests come as `Request` and are answered with `Response`. Sessions
 * live in the memory of this instance; where requests may reach another one, turn them off (`http: { sessions: false }`).
 * Which `Host` names are good is known to the platform, so they are only checked against `allowedHosts`.
 *
 * @throws TypeError for options of HTTP that are wrong and for handlers that are missing.
 */
export function createWebServer(program) {
    const { definition, handlers, options = {}, authenticate } = program;
    const { maxMessageBytes = defaultMaxMessageBytes, drainMs = defaultDrainMs, ordered = false } = options;
    const service = createService(definition, handlers, report, options);
    // Not this machine, so that nothing is taken for granted about names and pages.
    const http = { ...resolveHttpOptions(options.http ?? {}), host: '0.0.0.0' };
    const endpoint = new HttpEndpoint(service, { http, maxMessageBytes, ordered, authenticate });
    let ready;
    let isClosed = false;
    return {
        fetch: async (request) => {
            if (isClosed)
                return new Response(null, { status: 503 });
            try {
                // Not before the first request: platforms forbid much while a module is loaded.
                ready ??= prepareService(service, options, program.setup);
                await ready;
            }
            catch (error) {
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
function report(line) {
    // oxlint-disable-next-line no-console -- every platform has it, and shows it to the operator.
    console.error(line);
}
