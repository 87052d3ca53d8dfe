/**
 * The fields and features of each protocol revision. Imports nothing: both the runtime and the generator read it.
 *
 * @see https://modelcontextprotocol.io/specification/versioning
 */

export type LegacyRevision = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25';
export type ModernRevision = '2026-07-28';

/** A dated protocol version. */
export type Revision = LegacyRevision | ModernRevision;

/** Legacy revisions, oldest first. */
export const legacyRevisions: readonly LegacyRevision[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

/** Modern revisions, oldest first: the only ones that `server/discover` names. */
export const modernRevisions: readonly [ModernRevision, ...ModernRevision[]] = ['2026-07-28'];

/** Revision of a peer on stdio until it sends `initialize` or a version in `_meta`. */
export const defaultStdioRevision: LegacyRevision = '2025-11-25';

/** A descriptor kind whose fields differ between revisions. */
export type DescriptorKind = 'implementation' | 'tool' | 'prompt' | 'promptArgument' | 'resource' | 'resourceTemplate';

/** The first revision that knows a field; fields that are not listed here are known to all. */
const fieldsSince: { readonly [kind in DescriptorKind]: { readonly [field: string]: Revision } } = {
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
    execution: '2025-11-25',
  },
  prompt: { title: '2025-06-18', _meta: '2025-06-18', icons: '2025-11-25' },
  promptArgument: { title: '2025-06-18' },
  resource: { title: '2025-06-18', _meta: '2025-06-18', icons: '2025-11-25' },
  resourceTemplate: { title: '2025-06-18', _meta: '2025-06-18', icons: '2025-11-25' },
};

/** Whether a revision knows a field of a descriptor. Unknown fields are not sent. */
export function knowsField(revision: Revision, kind: DescriptorKind, field: string): boolean {
  const since = fieldsSince[kind][field];
  return since === undefined || revision >= since;
}

/** The features of each revision. */
export const revisionFeatures = {
  '2024-11-05': listFeatures('2024-11-05'),
  '2025-03-26': listFeatures('2025-03-26'),
  '2025-06-18': listFeatures('2025-06-18'),
  '2025-11-25': listFeatures('2025-11-25'),
  '2026-07-28': listFeatures('2026-07-28'),
};

/** Features of the protocol that differ between revisions. */
function listFeatures(revision: Revision) {
  return {
    /** JSON-RPC batches. */
    batches: revision === '2025-03-26',
    /** `audio` content. */
    audioContent: revision >= '2025-03-26',
    /** `message` in progress notifications. */
    progressMessage: revision >= '2025-03-26',
    /** `resource_link` content. */
    resourceLinks: revision >= '2025-06-18',
    /** `structuredContent` and `outputSchema`. */
    structuredContent: revision >= '2025-06-18',
    /** `_meta` on content blocks and resource contents. */
    contentMeta: revision >= '2025-06-18',
    elicitation: nameElicitation(revision),
    /** Each page that the user is asked to open has an id. */
    elicitationIds: revision === '2025-11-25',
    /** Tasks in the core of the protocol. Later revisions have them as an extension. */
    coreTasks: revision === '2025-11-25',
    /** Tools, and several blocks in one message, in sampling. */
    samplingTools: revision >= '2025-11-25',
    /** The error code of an unknown resource. */
    resourceNotFoundCode: revision >= '2026-07-28' ? -32602 : -32002,
  };
}

/** Elicitation: `forms` of text, numbers and single choices; `modes`: all forms, and pages. */
function nameElicitation(revision: Revision): 'none' | 'forms' | 'modes' {
  if (revision < '2025-06-18') return 'none';
  return revision < '2025-11-25' ? 'forms' : 'modes';
}
