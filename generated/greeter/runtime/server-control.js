import { listKeys } from './list-keys.js';
/** The control of a service. */
export function controlServer({ definition, served }) {
    const control = (kind) => ({
        enable: (name) => served.set(kind, assertKnown(definition, kind, name), true),
        disable: (name) => served.set(kind, assertKnown(definition, kind, name), false),
    });
    return {
        tools: control('tools'),
        prompts: control('prompts'),
        resources: { ...control('resources'), updated: (uri) => served.announce(uri) },
        resourceTemplates: control('resourceTemplates'),
    };
}
function assertKnown(definition, kind, name) {
    if (listKeys(definition, kind).includes(name))
        return name;
    throw new TypeError(`The definition has no "${name}" among its ${kind}`);
}
