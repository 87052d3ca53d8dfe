import { isJsonObject } from '../protocol/json-object.js';
import { invalidParams, messageOf } from '../protocol/protocol-error.js';
import { formatReport } from '../service/report.js';
import { canonicalJson, digest } from './digest.js';
import { sealOf } from './state-seal.js';
/** Rounds of questions that one request may have. */
const maximalRounds = 32;
/** Characters of a sealed state. */
const maximalStateCharacters = 64 * 1024;
/**
 * Goes on with a request where its state says.
 *
 * @param state `requestState` of the request, as it came.
 * @throws ProtocolError -32602, with the same words whatever is wrong; the operator hears what it is.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
 */
export async function resumeFlow(service, binding, state) {
    try {
        return await openState(service, binding, state);
    }
    catch (error) {
        service.report(formatReport('REQUEST', `requestState was refused: ${messageOf(error)}`));
        throw invalidParams('Invalid params: requestState is invalid or has expired');
    }
}
async function openState(service, binding, state) {
    if (typeof state !== 'string')
        throw new Error('it is no string');
    if (state.length > maximalStateCharacters)
        throw new Error('it is too long');
    const seal = await sealOf(service);
    // Nobody but this server can have sealed it.
    const { id, n, exp, b, q, s } = JSON.parse(await seal.open(state));
    if (exp < Date.now())
        throw new Error('it has expired');
    if (b !== (await digestBinding(service, binding)))
        throw new Error('it belongs to another request');
    return { id, round: n, asked: q, steps: s };
}
/**
 * The state of a request that is to be continued.
 *
 * @param timeoutMs How long the client has to come back, in milliseconds.
 * @throws Error when there were too many rounds, or it is too large.
 */
export async function sealFlow(service, binding, { id, round, asked, steps }, timeoutMs) {
    if (round > maximalRounds)
        throw new Error(`A request may ask in at most ${maximalRounds} rounds`);
    const exp = Date.now() + timeoutMs;
    const state = { id, n: round, exp, b: await digestBinding(service, binding), q: asked, s: steps };
    const sealed = await (await sealOf(service)).seal(JSON.stringify(state));
    if (sealed.length <= maximalStateCharacters)
        return sealed;
    throw new Error(`Answers and steps take more than the ${maximalStateCharacters} characters that a state may have`);
}
/** What the client gave for the questions of the last round, by their keys. */
export function readResponses(params) {
    const responses = params['inputResponses'];
    return isJsonObject(responses) ? responses : {};
}
function digestBinding({ identity }, { request, principal }) {
    return digest(canonicalJson([identity.name, principal ?? null, JSON.parse(request)]));
}
