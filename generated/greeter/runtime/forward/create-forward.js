import { loadLazily } from '../service/load-lazily.js';
import { structured, text } from '../api/builders.js';
/**
 * The handler of a tool that is answered by calling an API: JSON becomes structured content, text a text, images and sounds
 * content of their kind, other bytes an embedded resource, nothing the text `Success`. An error of the API is an
 * error of the tool.
 */
export function createForward(api, operation, options = {}) {
    const call = openCaller(api, operation, options);
    return async (input, { signal }) => {
        const answer = await call(input, signal);
        if (answer.kind === 'json')
            return structured(answer.value);
        return answer.kind === 'empty' ? text('Success') : answer.result;
    };
}
/** Gives `context.forward(input)` to the handler of a tool that is implemented although it could be forwarded. */
export function withForward(handler, api, operation, options = {}) {
    const call = openCaller(api, operation, options);
    return (input, context) => handler(input, addForward(context, call));
}
/** What calls is loaded by the first call: a server that is only asked what it has starts without it. */
function openCaller(api, operation, options) {
    const calls = loadLazily(() => import('./call-api.js'));
    return (input, signal) => calls.loaded?.callApi(api, operation, options, input, signal) ??
        calls.load(({ callApi }) => callApi(api, operation, options, input, signal));
}
/** The context belongs to this one call; its getters need it to be itself, so it gets one more property. */
function addForward(context, call) {
    const forward = async (input) => {
        const answer = await call(input, context.signal);
        if (answer.kind === 'json')
            return answer.value;
        return (answer.kind === 'empty' ? undefined : answer.result);
    };
    return Object.assign(context, { forward });
}
