import type { ProtocolVersion } from './protocol-versions.js';

/** Features of protocol versions that calls depend on, by version. */
export const protocolFeatures = {
  '2024-11-05': listFeatures('2024-11-05'),
  '2025-03-26': listFeatures('2025-03-26'),
  '2025-06-18': listFeatures('2025-06-18'),
  '2025-11-25': listFeatures('2025-11-25'),
  '2026-07-28': listFeatures('2026-07-28'),
};

/** Lists the features of a protocol version. */
function listFeatures(protocolVersion: ProtocolVersion) {
  return {
    /** `audio` content. */
    audioContent: protocolVersion >= '2025-03-26',
    /** `message` in progress notifications. */
    progressMessage: protocolVersion >= '2025-03-26',
    /** `resource_link` content. */
    resourceLinks: protocolVersion >= '2025-06-18',
    /** `structuredContent` and `outputSchema`. */
    structuredContent: protocolVersion >= '2025-06-18',
    /** `structuredContent` of any JSON type. Earlier versions allow only objects. */
    structuredValues: protocolVersion >= '2026-07-28',
    /** `_meta` on content blocks and resource contents. */
    contentMeta: protocolVersion >= '2025-06-18',
    elicitation: nameElicitation(protocolVersion),
    /** Whether URL mode elicitations have an id. */
    elicitationIds: protocolVersion === '2025-11-25',
    /** Tasks in the protocol core. In later protocol versions, tasks are an extension. */
    coreTasks: protocolVersion === '2025-11-25',
    /** Sampling with tools, and with several blocks in one message. */
    samplingTools: protocolVersion >= '2025-11-25',
    /** The error code of an unknown resource. */
    resourceNotFoundCode: protocolVersion >= '2026-07-28' ? -32602 : -32002,
  };
}

/** Returns the support for elicitation. `forms`: text, numbers and single choices; `modes`: all forms, and URL mode. */
function nameElicitation(protocolVersion: ProtocolVersion): 'none' | 'forms' | 'modes' {
  if (protocolVersion < '2025-06-18') return 'none';
  return protocolVersion < '2025-11-25' ? 'forms' : 'modes';
}
