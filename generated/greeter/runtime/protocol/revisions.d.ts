/**
 * What each protocol revision knows. A leaf: it imports nothing and both the runtime and the generator read it.
 *
 * @see https://modelcontextprotocol.io/specification/versioning
 */
export type LegacyRevision = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25';
export type ModernRevision = '2026-07-28';
/** A dated protocol version. */
export type Revision = LegacyRevision | ModernRevision;
/** Legacy revisions, oldest first. */
export declare const legacyRevisions: readonly LegacyRevision[];
/** Modern revisions, oldest first: the only ones that `server/discover` names. */
export declare const modernRevisions: readonly ModernRevision[];
/** What a peer speaks on stdio until an `initialize` or a claim in `_meta` says otherwise. */
export declare const defaultStdioRevision: LegacyRevision;
/** A descriptor kind whose fields differ between revisions. */
export type DescriptorKind = 'implementation' | 'tool' | 'prompt' | 'promptArgument' | 'resource' | 'resourceTemplate';
/** Whether a revision knows a field of a descriptor: what it does not know is not sent to it. */
export declare function knowsField(revision: Revision, kind: DescriptorKind, field: string): boolean;
/** Whether a revision knows these fields of a descriptor, and all that they hold. */
export declare function knowsDescriptors(revision: Revision, kind: DescriptorKind, fields: readonly string[]): boolean;
/** Abilities of the protocol that came or went between revisions. */
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
    /** Questions to the user: forms of text, numbers and single choices; or all kinds of forms, and pages. */
    readonly elicitation: 'none' | 'forms' | 'modes';
    /** Each page that the user is asked to open has an id. */
    readonly elicitationIds: boolean;
    /** Tools in sampling. */
    readonly samplingTools: boolean;
    /** The error code of an unknown resource. */
    readonly resourceNotFoundCode: -32002 | -32602;
}
/** What each revision can do. */
export declare const revisionFeatures: {
    readonly [revision in Revision]: RevisionFeatures;
};
