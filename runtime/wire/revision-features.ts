import type { ProtocolVersion } from './protocol-versions.js';

/** The features of each revision that calls need: a server that is only asked what it has does not load them. */
export const revisionFeatures = {
  '2024-11-05': listFeatures('2024-11-05'),
  '2025-03-26': listFeatures('2025-03-26'),
  '2025-06-18': listFeatures('2025-06-18'),
  '2025-11-25': listFeatures('2025-11-25'),
  '2026-07-28': listFeatures('2026-07-28'),
};

/** Features of the protocol that differ between revisions. */
function listFeatures(revision: ProtocolVersion) {
  return {
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
function nameElicitation(revision: ProtocolVersion): 'none' | 'forms' | 'modes' {
  if (revision < '2025-06-18') return 'none';
  return revision < '2025-11-25' ? 'forms' : 'modes';
}
