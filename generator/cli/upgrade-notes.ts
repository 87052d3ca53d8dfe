import { compareVersions } from '../write/manifest.js';

/**
 * What somebody who upgrades has to know of a version, beyond the handlers whose types changed: what a project may do now,
 * and what it has to. The newest version comes first.
 */
const notesByVersion: readonly { readonly version: string; readonly notes: readonly string[] }[] = [
  {
    version: '0.2.0',
    notes: [
      'Nothing has to be changed in handlers; server.ts may export `authenticate`, and its `setup` is given the served set.',
      'generated/web.ts is new: an entrypoint for platforms that hand requests to `fetch`.',
      'generated/.cache makes runs quicker; it ignores itself, so do not commit it.',
    ],
  },
];

/** What is new since a version, oldest first. */
export function listUpgradeNotes(since: string): readonly string[] {
  return notesByVersion
    .filter(({ version }) => compareVersions(version, since) > 0)
    .toReversed()
    .flatMap(({ notes }) => notes);
}
