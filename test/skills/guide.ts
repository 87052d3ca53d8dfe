import { createHash } from 'node:crypto';

/** Definition of a server with two skills, one inside of the other, and one in a group. */
export const definition = `
server: { name: guide, version: 1.0.0, cache: { ttlMs: 60000 } }
skills:
  refunds: { folder: ./skills/refunds }
  refunds/inner: { folder: ./skills/refunds/inner }
  acme/billing/triage: { folder: ./skills/triage, cache: { ttlMs: 5, scope: private } }
`;

export const refunds = `---
name: refunds
description: "Refunds an order: é"
license: MIT
metadata: { version: '2', tags: [a, 1, true, null] }
---
Read [the guide](references/GUIDE.md).
`;
export const inner = '---\nname: inner\ndescription: Inner.\n---\n';
export const triage = '---\nname: triage\ndescription: Sorts.\n---\nSort.\n';
export const bytes = Uint8Array.from([0x89, 0x50, 0xff, 0x00]);

/** Files of the project: with hidden ones, an empty one, and one whose name has characters that a URI cannot have. */
export const files: { readonly [file: string]: string | Uint8Array } = {
  'definitions/guide.mcp.yaml': definition,
  'definitions/skills/refunds/SKILL.md': refunds,
  'definitions/skills/refunds/.env': 'SECRET=1',
  'definitions/skills/refunds/.git/config': 'x',
  'definitions/skills/refunds/__pycache__/a.pyc': 'x',
  'definitions/skills/refunds/references/GUIDE.md': '\ufeffFirst\r\nSecond\r\n',
  'definitions/skills/refunds/references/a b#?%é.txt': '',
  'definitions/skills/refunds/assets/deep/logo.png': bytes,
  'definitions/skills/refunds/assets/other.mcp.yaml': 'tools: { not_mine: { description: No. } }\n',
  'definitions/skills/refunds/inner/SKILL.md': inner,
  'definitions/skills/triage/SKILL.md': triage,
};

/** Digest of a text or of bytes, as a skill lists it. */
export function digestOf(content: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** The file of a skill as its entry lists it. */
export function listed(uri: string, content: string | Uint8Array): object {
  return { uri, digest: digestOf(content), size: Buffer.from(content).length };
}
