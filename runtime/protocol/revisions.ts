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

/** Features of the protocol that differ between revisions. */
export interface RevisionFeatures {
  /** JSON-RPC batches. */
  readonly batches: boolean;
  /** `audio` content. */
  readonly audioContent: boolean;
  /** `resource_link` content. */
  readonly resourceLinks: boolean;
  /** `structuredContent` and `outputSchema`. */
  readonly structuredContent: boolean;
  /** `message` in progress notifications. */
  readonly progressMessage: boolean;
  /** `lastModified` in annotations. */
  readonly lastModified: boolean;
  /** `_meta` on content blocks and resource contents. */
  readonly contentMeta: boolean;
  /** Elicitation: `forms` of text, numbers and single choices; `modes`: all forms, and pages. */
  readonly elicitation: 'none' | 'forms' | 'modes';
  /** Each page that the user is asked to open has an id. */
  readonly elicitationIds: boolean;
  /** Tools in sampling. */
  readonly samplingTools: boolean;
  /** The error code of an unknown resource. */
  readonly resourceNotFoundCode: -32002 | -32602;
}

const features2024: RevisionFeatures = {
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
const features202503: RevisionFeatures = {
  ...features2024,
  batches: true,
  audioContent: true,
  progressMessage: true,
};
const features202506: RevisionFeatures = {
  ...features202503,
  batches: false,
  resourceLinks: true,
  structuredContent: true,
  lastModified: true,
  contentMeta: true,
  elicitation: 'forms',
};
const features202511: RevisionFeatures = {
  ...features202506,
  elicitation: 'modes',
  elicitationIds: true,
  samplingTools: true,
};

/** The features of each revision. */
export const revisionFeatures: { readonly [revision in Revision]: RevisionFeatures } = {
  '2024-11-05': features2024,
  '2025-03-26': features202503,
  '2025-06-18': features202506,
  '2025-11-25': features202511,
  '2026-07-28': { ...features202511, elicitationIds: false, resourceNotFoundCode: -32602 },
};
