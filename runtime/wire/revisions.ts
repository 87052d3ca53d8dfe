/**
 * The protocol revisions, and the fields that each of them knows. Imports nothing: both the runtime and the generator read it.
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

/** The only revision with JSON-RPC batches. */
export const batchRevision: Revision = '2025-03-26';

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
