import { isJsonObject } from '../protocol/json-object.js';
import { invalidParams, messageOf, ProtocolError, unknownName } from '../protocol/protocol-error.js';
import { formatReport } from '../service/report.js';
/** Suggestions that one answer holds. */
const maximalValues = 100;
/**
 * Answers `completion/complete`: from the list of the definition, best matches first, or with what the handler suggests.
 * What cannot be completed has no suggestions.
 *
 * @throws ProtocolError -32602 for a prompt, a template or an argument that does not exist and for parameters that are
 * none; -32603 when the handler fails.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
 */
export async function complete(service, params, context) {
    const { name, value, settled } = readArgument(params);
    const { subject, completions, kind, owner } = findSource(service, params['ref'], name);
    const source = completions !== undefined && Object.hasOwn(completions, name) ? completions[name] : [];
    if (source !== 'handler')
        return encodeAnswer(matchValues(source ?? [], value));
    try {
        const handlers = (await service.loadHandlers()).completions?.[kind][owner];
        // What was cancelled in the meantime must not take effect any more.
        if (context.isClosed)
            return encodeAnswer([]);
        const answer = await handlers?.[name]?.(value, addArguments(context, settled));
        return encodeAnswer(answer ?? []);
    }
    catch (error) {
        if (error instanceof ProtocolError)
            throw error;
        if (!context.isClosed)
            service.report(formatReport(`COMPLETION: ${subject}`, messageOf(error)));
        throw new ProtocolError(-32603, 'Completion failed');
    }
}
function readArgument({ argument, context = {} }) {
    const { name, value } = isJsonObject(argument) ? argument : {};
    if (typeof name !== 'string' || typeof value !== 'string') {
        throw invalidParams('Invalid params: "argument" must have a name and a value, both strings');
    }
    const settled = isJsonObject(context) ? (context['arguments'] ?? {}) : undefined;
    if (!isJsonObject(settled) || !Object.values(settled).every((each) => typeof each === 'string')) {
        throw invalidParams('Invalid params: "context.arguments" must be an object of strings');
    }
    return { name, value, settled: settled };
}
function findSource(service, ref, argument) {
    const { type, name, uri } = isJsonObject(ref) ? ref : {};
    if (type === 'ref/prompt' && typeof name === 'string') {
        const prompt = service.prompts.get(name);
        if (prompt === undefined || !service.enabled.has('prompts', name))
            throw unknownName('prompt', name);
        const names = prompt.arguments.map((each) => each.name);
        return {
            subject: assertArgument(name, argument, names),
            completions: prompt.completions,
            kind: 'prompts',
            owner: name,
        };
    }
    if (type === 'ref/resource' && typeof uri === 'string')
        return findTemplateSource(service, uri, argument);
    throw invalidParams('Invalid params: "ref" must be a ref/prompt with a name or a ref/resource with a uri');
}
function findTemplateSource(service, uri, argument) {
    const kind = 'resourceTemplates';
    const template = service.definition.resourceTemplates.find(({ uriTemplate }) => uriTemplate === uri);
    if (template === undefined || !service.enabled.has('resourceTemplates', uri)) {
        // A plain resource has nothing to complete.
        if (service.resources.has(uri))
            return { subject: uri, completions: undefined, kind, owner: uri };
        throw invalidParams(`Unknown resource template: ${uri.slice(0, 256)}`);
    }
    const { path, query } = template.matcher;
    return {
        subject: assertArgument(uri, argument, [...path, ...query].map(({ name }) => name)),
        completions: template.completions,
        kind,
        owner: uri,
    };
}
/** @returns What is completed, for the operator. */
function assertArgument(subject, argument, known) {
    if (known.includes(argument))
        return `${subject} ${argument}`;
    throw invalidParams(`"${subject}" has no argument ${JSON.stringify(argument.slice(0, 128))}`);
}
/** Values that begin with what was typed, then those that contain it; case does not matter. */
function matchValues(values, typed) {
    const wanted = typed.toLowerCase();
    const found = values.filter((value) => value.toLowerCase().includes(wanted));
    const isBest = (value) => value.toLowerCase().startsWith(wanted);
    return [...found.filter(isBest), ...found.filter((value) => !isBest(value))];
}
function addArguments(context, settled) {
    return Object.defineProperty(context, 'arguments', { value: settled });
}
function encodeAnswer(answer) {
    const page = isJsonObject(answer) ? answer : { values: answer };
    const { values, total, hasMore } = page;
    if (!Array.isArray(values) || !values.every((value) => typeof value === 'string')) {
        throw new TypeError('The answer must be an array of strings or {values}');
    }
    const completion = {
        values: values.slice(0, maximalValues),
        total: Number.isSafeInteger(total) ? total : Array.isArray(answer) ? values.length : undefined,
        hasMore: values.length > maximalValues || hasMore === true,
    };
    return { members: `"completion":${JSON.stringify(completion)}` };
}
