import { Lists } from './lists.js';
import { ServedSet } from './served-set.js';
/**
 * Joins a definition with its handlers.
 *
 * @throws TypeError that names every handler that is missing; for keys that are too short.
 */
export function createService(definition, handlers, report, { name, version, title, pageSize, callsPerSecond, stateKeys = [], maskErrors = false, warnings = false, taskStore, } = {}) {
    if (stateKeys.some((key) => key.length < 32)) {
        throw new TypeError('The keys in stateKeys or MCP_STATE_KEYS must have at least 32 characters');
    }
    const binder = new Binder();
    const served = new ServedSet(definition);
    const { names, discovering } = definition.tools;
    for (const tool of names)
        if (discovering?.includes(tool) !== true)
            binder.bind('tool', handlers.tools, tool);
    const service = {
        definition,
        identity: {
            ...definition.server,
            name: name ?? definition.server.name,
            version: version ?? definition.server.version,
            ...(title === undefined ? {} : { title }),
        },
        tools: undefined,
        prompts: new Map(definition.prompts.map((prompt) => {
            const handler = prompt.messages ? undefined : binder.bind('prompt', handlers.prompts, prompt.name);
            return [prompt.name, { definition: prompt, handler }];
        })),
        resources: new Map(definition.resources.map((resource) => {
            const handler = resource.content ? undefined : binder.bind('resource', handlers.resources, resource.uri);
            return [resource.uri, { definition: resource, handler }];
        })),
        resourceTemplates: definition.resourceTemplates.map((template) => ({
            definition: template,
            handler: binder.bind('resource template', handlers.resourceTemplates, template.uriTemplate),
        })),
        lists: new Lists(definition, served, pageSize),
        served,
        toolHandlers: handlers.tools,
        completions: handlers.completions,
        callsPerSecond,
        stateKeys,
        maskErrors,
        warnings,
        taskStore,
        report,
    };
    binder.finish();
    return service;
}
/** Finds handlers and collects those that are missing, so that all can be named at once. */
class Binder {
    #missing = [];
    bind(kind, handlers, name) {
        const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
        if (typeof handler === 'function')
            return handler;
        this.#missing.push(`${kind} "${name}"`);
        return () => undefined;
    }
    finish() {
        if (this.#missing.length > 0)
            throw new TypeError(`Handlers are missing for ${this.#missing.join(', ')}`);
    }
}
