let era;
/**
 * Serves a request of the modern era, whose code is loaded by the first of them: a server on stdio mostly speaks one era
 * only.
 *
 * @throws ProtocolError for what becomes an error response.
 */
export function serveLoaded(service, request, exchange) {
    if (era !== undefined)
        return era.serveRequest(service, request, exchange);
    let served;
    const load = async () => {
        era = await import('./serve-request.js');
        // Cancelled in the meantime.
        if (exchange.isClosed)
            return { members: '' };
        served = era.serveRequest(service, request, exchange);
        return served.body;
    };
    return { body: load(), encode: (body) => served?.encode(body) ?? '{}' };
}
