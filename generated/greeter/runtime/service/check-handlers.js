/**
 * Finds out whether there is a handler for everything that needs one.
 *
 * @returns The handlers.
 * @throws TypeError that names every handler that is missing.
 */
export function checkHandlers(definition, handlers) {
    const { tools, prompts, resources, resourceTemplates } = definition;
    const missing = [];
    const check = (kind, owner, name) => {
        if (!Object.hasOwn(owner, name) || typeof owner[name] !== 'function')
            missing.push(`${kind} "${name}"`);
    };
    for (const name of tools.names)
        if (tools.discovering?.includes(name) !== true)
            check('tool', handlers.tools, name);
    for (const { name, messages } of prompts)
        if (!messages)
            check('prompt', handlers.prompts, name);
    for (const { uri, content } of resources)
        if (!content)
            check('resource', handlers.resources, uri);
    for (const { uriTemplate } of resourceTemplates)
        check('resource template', handlers.resourceTemplates, uriTemplate);
    if (missing.length > 0)
        throw new TypeError(`Handlers are missing for ${missing.join(', ')}`);
    return handlers;
}
