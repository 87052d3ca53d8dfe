import { lowerAnnotations } from './results/lower-annotations.js';
import { knowsField, modernRevisions } from './revisions.js';
/** The entries of a list, in the order of the definition. */
export function listEntries(definition, kind) {
    switch (kind) {
        case 'tools':
            return definition.tools.map((tool) => ({ key: tool.name, describe: (revision) => describeTool(tool, revision) }));
        case 'prompts':
            return definition.prompts.map((prompt) => ({
                key: prompt.name,
                describe: (revision) => describePrompt(prompt, revision),
            }));
        case 'resources':
            return definition.resources.map((resource) => ({
                key: resource.uri,
                describe: (revision) => describeResource('resource', 'uri', resource.uri, resource, revision),
            }));
        case 'resourceTemplates':
            return definition.resourceTemplates.map((template) => ({
                key: template.uriTemplate,
                describe: (revision) => describeResource('resourceTemplate', 'uriTemplate', template.uriTemplate, template, revision),
            }));
    }
}
/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool */
function describeTool(tool, revision) {
    const isModern = modernRevisions.some((modern) => modern === revision);
    const fields = isModern ? tool.fields : { ...tool.fields, ...tool.legacyFields };
    return joinFields('tool', 'name', tool.name, fields, revision);
}
/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#prompt */
function describePrompt(prompt, revision) {
    const fields = { ...prompt.fields };
    if (!knowsField(revision, 'promptArgument', 'title') || fields['arguments'] === undefined) {
        fields['arguments'] = JSON.stringify(prompt.arguments.map((argument) => Object.fromEntries(Object.entries(argument).filter(([field]) => knowsField(revision, 'promptArgument', field)))));
    }
    return joinFields('prompt', 'name', prompt.name, fields, revision);
}
/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource */
function describeResource(kind, key, identity, { fields }, revision) {
    const { annotations, ...rest } = fields;
    if (annotations === undefined)
        return joinFields(kind, key, identity, fields, revision);
    const known = lowerAnnotations(JSON.parse(annotations), revision).annotations;
    const lowered = known === undefined ? rest : { ...fields, annotations: JSON.stringify(known) };
    return joinFields(kind, key, identity, lowered, revision);
}
function joinFields(kind, key, identity, fields, revision) {
    const known = Object.entries(fields).filter(([field]) => knowsField(revision, kind, field));
    const members = [[key, JSON.stringify(identity)], ...known];
    return `{${members.map(([field, json]) => `${JSON.stringify(field)}:${json}`).join(',')}}`;
}
