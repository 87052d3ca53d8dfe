import { checkHandlers } from './check-handlers.js';
import { Lists } from './lists.js';
import { EnabledEntries } from './enabled-entries.js';
/**
 * Joins a definition with its handlers.
 *
 * @param handlers What loads them has found that none is missing (`loadHandlers`).
 * @throws TypeError that names every handler that is missing of those that are there; for keys that are too short.
 */
export function createService(definition, handlers, report, { name, version, title, pageSize, callsPerSecond, stateKeys = [], maskErrors = false, warnings = false, taskStore, } = {}) {
    if (stateKeys.some((key) => key.length < 32)) {
        throw new TypeError('The keys in stateKeys or MCP_STATE_KEYS must have at least 32 characters');
    }
    if (typeof handlers !== 'function')
        checkHandlers(definition, handlers);
    let loading;
    const enabled = new EnabledEntries(definition);
    return {
        definition,
        identity: {
            ...definition.server,
            name: name ?? definition.server.name,
            version: version ?? definition.server.version,
            ...(title === undefined ? {} : { title }),
        },
        tools: undefined,
        prompts: new Map(definition.prompts.map((prompt) => [prompt.name, prompt])),
        resources: new Map(definition.resources.map((resource) => [resource.uri, resource])),
        loadHandlers: () => (loading ??= typeof handlers === 'function' ? handlers() : Promise.resolve(handlers)),
        lists: new Lists(definition, enabled, pageSize),
        enabled,
        callsPerSecond,
        stateKeys,
        maskErrors,
        warnings,
        taskStore,
        report,
    };
}
