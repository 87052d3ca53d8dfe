/**
 * Protocol versions, and the fields of each. Imports nothing: both the runtime and the generator use it.
 *
 * @see https://modelcontextprotocol.io/specification/versioning
 */

export type LegacyProtocolVersion = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25';
export type ModernProtocolVersion = '2026-07-28';

/** A dated protocol version. */
export type ProtocolVersion = LegacyProtocolVersion | ModernProtocolVersion;

/** Legacy protocol versions, oldest first. */
export const legacyProtocolVersions: readonly LegacyProtocolVersion[] = [
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  '2025-11-25',
];

/** Modern protocol versions, oldest first. `server/discover` lists only these. */
export const modernProtocolVersions: readonly [ModernProtocolVersion, ...ModernProtocolVersion[]] = ['2026-07-28'];

/** Whether a value is a modern protocol version. */
export function isModernVersion(value: unknown): value is ModernProtocolVersion {
  return modernProtocolVersions.some((version) => version === value);
}

/** Protocol version of a peer on stdio until it sends `initialize` or a version in `_meta`. */
export const defaultStdioProtocolVersion: LegacyProtocolVersion = '2025-11-25';

/** The only protocol version with JSON-RPC batches. */
export const batchProtocolVersion: ProtocolVersion = '2025-03-26';

/** Kind of descriptor whose fields differ between protocol versions. */
export type DescriptorKind = 'implementation' | 'tool' | 'prompt' | 'promptArgument' | 'resource' | 'resourceTemplate';

/** First protocol version of each field that the entries of all lists have. */
const listedSince = { title: '2025-06-18', _meta: '2025-06-18', icons: '2025-11-25' } as const;

/** First protocol version of each field. Other fields exist in all versions. */
const fieldsSince: { readonly [kind in DescriptorKind]: { readonly [field: string]: ProtocolVersion } } = {
  implementation: {
    title: '2025-06-18',
    description: '2025-11-25',
    websiteUrl: '2025-11-25',
    icons: '2025-11-25',
  },
  tool: { ...listedSince, annotations: '2025-03-26', outputSchema: '2025-06-18', execution: '2025-11-25' },
  prompt: listedSince,
  promptArgument: { title: '2025-06-18' },
  resource: listedSince,
  resourceTemplate: listedSince,
};

/** Whether a protocol version has a descriptor field. Other fields are not sent. */
export function knowsField(protocolVersion: ProtocolVersion, kind: DescriptorKind, field: string): boolean {
  const since = fieldsSince[kind][field];
  return since === undefined || protocolVersion >= since;
}
