/**
 * What each protocol revision knows. A leaf: it imports nothing and both the runtime and the generator read it.
 *
 * @see https://modelcontextprotocol.io/specification/versioning
 */
/** Legacy revisions, oldest first. */
export const legacyRevisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
/** Modern revisions, oldest first: the only ones that `server/discover` names. */
export const modernRevisions = ['2026-07-28'];
/** What a peer speaks on stdio until an `initialize` or a claim in `_meta` says otherwise. */
export const defaultStdioRevision = '2025-11-25';
/** The first revision that knows a field; fields that are not listed here are known to all. */
const fieldsSince = {
    implementation: {
        title: '2025-06-18',
        description: '2025-11-25',
        websiteUrl: '2025-11-25',
        icons: '2025-11-25',
    },
    tool: {
        annotations: '2025-03-26',
        title: '2025-06-18',
        outputSchema: '2025-06-18',
        _meta: '2025-06-18',
        icons: '2025-11-25',
    },
    prompt: { title: '2025-06-18', _meta: '2025-06-18', icons: '2025-11-25' },
    promptArgument: { title: '2025-06-18' },
    resource: { title: '2025-06-18', _meta: '2025-06-18', icons: '2025-11-25' },
    resourceTemplate: { title: '2025-06-18', _meta: '2025-06-18', icons: '2025-11-25' },
};
/** Whether a revision knows a field of a descriptor: what it does not know is not sent to it. */
export function knowsField(revision, kind, field) {
    const since = fieldsSince[kind][field];
    return since === undefined || revision >= since;
}
/** Whether a revision knows these fields of a descriptor, and all that they hold. */
export function knowsDescriptors(revision, kind, fields) {
    return revision >= '2025-06-18' && fields.every((field) => knowsField(revision, kind, field));
}
const features2024 = {
    batches: false,
    audioContent: false,
    resourceLinks: false,
    structuredContent: false,
    progressMessage: false,
    lastModified: false,
    contentMeta: false,
    elicitation: 'none',
    elicitationIds: false,
    samplingTools: false,
    resourceNotFoundCode: -32002,
};
const features202503 = {
    ...features2024,
    batches: true,
    audioContent: true,
    progressMessage: true,
};
const features202506 = {
    ...features202503,
    batches: false,
    resourceLinks: true,
    structuredContent: true,
    lastModified: true,
    contentMeta: true,
    elicitation: 'forms',
};
const features202511 = {
    ...features202506,
    elicitation: 'modes',
    elicitationIds: true,
    samplingTools: true,
};
/** What each revision can do. */
export const revisionFeatures = {
    '2024-11-05': features2024,
    '2025-03-26': features202503,
    '2025-06-18': features202506,
    '2025-11-25': features202511,
    '2026-07-28': { ...features202511, elicitationIds: false, resourceNotFoundCode: -32602 },
};
