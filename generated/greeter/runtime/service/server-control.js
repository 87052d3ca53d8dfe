import { listKeys } from './list-keys.js';
/** The control of a service. */
export function controlServer({ definition, enabled }) {
    const control = (kind) => ({
        enable: (name) => enabled.set(kind, assertKnown(definition, kind, name), true),
        disable: (name) => enabled.set(kind, assertKnown(definition, kind, name), false),
    });
    return {
        tools: control('tools'),
        prompts: control('prompts'),
        resources: { ...control('resources'), updated: (uri) => enabled.announce(uri) },
        resourceTemplates: control('resourceTemplates'),
    };
}
function assertKnown(definition, kind, name) {
    if (listKeys(definition, kind).includes(name))
        return name;
    throw new TypeError(`The definition has no "${name}" among its ${kind}`);
}
