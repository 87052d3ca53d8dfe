import { defaultDrainMs, defaultMaxMessageBytes } from '../service/default-limits.js';
import { HttpEndpoint } from '../http/endpoint.js';
import { resolveHttpOptions } from '../http/http-options.js';
import { messageOf } from '../protocol/protocol-error.js';
import { formatReport } from '../service/report.js';
import { prepareService } from '../service/prepare-service.js';
import { createService } from '../service/service.js';
import { WebReply, WebRequest } from './web-adapter.js';
/**
 * Creates a server that answers a `Request` with a `Response` over Streamable HTTP. Sessions live in the memory of this
 * instance: turn them off (`http: { sessions: false }`) where requests can reach another instance. The platform checks
 * `Host`, so it is checked here only against `allowedHosts`.
 *
 * @throws TypeError for wrong options and for missing handlers.
 */
export function createWebServer(program) {
    const { definition, handlers, options = {}, authenticate } = program;
    const { maxMessageBytes = defaultMaxMessageBytes, drainMs = defaultDrainMs, ordered = false } = options;
    const service = createService(definition, handlers, report, options);
    // Not a local address: pages of the local machine are not allowed by default.
    const http = { ...resolveHttpOptions(options.http ?? {}), host: '0.0.0.0' };
    const endpoint = new HttpEndpoint(service, { http, maxMessageBytes, ordered, authenticate });
    let ready;
    let isClosed = false;
    return {
        fetch: async (request) => {
            if (isClosed)
                return new Response(null, { status: 503 });
            try {
                // At the first request: platforms forbid most work while a module is loaded.
                ready ??= prepareService(service, options, program.setup);
                await ready;
            }
            catch (error) {
                ready = undefined;
                report(formatReport('START', messageOf(error)));
                return new Response(null, { status: 500 });
            }
            const reply = new WebReply(request.signal);
            void endpoint.handle(new WebRequest(request), reply);
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
    // oxlint-disable-next-line no-console -- every platform shows it to the operator.
    console.error(line);
}
