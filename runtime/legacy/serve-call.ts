import type { Caller } from '../exchange/caller.js';
import type { Exchange } from '../exchange/exchange.js';
import { CallContext } from '../features/call-context.js';
import { serveFeature } from '../features/serve-feature.js';
import type { Dialog } from '../interaction/dialog.js';
import type { Request } from '../protocol/json-rpc.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import type { LegacySession } from './session.js';

/**
 * Serves a request whose handler may ask the client questions. The request stays open meanwhile.
 *
 * @throws ProtocolError for every failure that is answered with a JSON-RPC error.
 */
export function serveCall(
  service: Service,
  request: Request,
  exchange: Exchange,
  caller: Caller,
  session: LegacySession,
): ResultBody | Promise<ResultBody> {
  const openDialog = async (): Promise<Dialog> => {
    const [{ LegacyDialog }, questions] = await Promise.all([import('./dialog.js'), session.loadQuestions()]);
    return new LegacyDialog(exchange, questions);
  };
  const context = new CallContext(exchange, caller, request.params['_meta'], { openDialog });
  return serveFeature(service, request, context);
}
