const identities = { prompts: 'name', resources: 'uri', resourceTemplates: 'uriTemplate' };
/** What identifies the entries of a list, in the order of the definition. */
export function listKeys(definition, kind) {
    if (kind === 'tools')
        return definition.tools.names;
    const entries = definition[kind];
    return entries.map(({ [identities[kind]]: key = '' }) => key);
}
