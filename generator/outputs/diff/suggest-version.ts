import type { Change } from '../../feature-kit/changes/change.js';

/** Part of a semantic version to increment. */
type VersionBump = 'major' | 'minor' | 'patch' | 'none';

/** Suggested server version. */
export interface VersionAdvice {
  readonly bump: VersionBump;
  /** Lowest sufficient version. Absent if the old version is not a semantic version. */
  readonly suggested?: string;
  /** Whether the new version is sufficient. Absent if the old or new version is not a semantic version. */
  readonly isEnough?: boolean;
}

/**
 * Suggests a version for a list of changes: a major version for breaking changes, a minor version for compatible
 * changes and changes that may break clients, a patch version for documentation. Below 1.0.0, a breaking change
 * requires a minor version; all other changes require a patch version. After a prerelease, the corresponding release is
 * suggested if that is sufficient.
 * @see https://semver.org
 */
export function suggestVersion(changes: readonly Change[], old: string, recent: string): VersionAdvice {
  const before = parseVersion(old);
  const bump = findBump(changes, before?.major === 0);
  if (!before) return { bump };
  const suggested = raise(before, bump);
  const after = parseVersion(recent);
  const text = bump === 'none' ? old : [suggested.major, suggested.minor, suggested.patch].join('.');
  if (!after) return { bump, suggested: text };
  const isRaised = bump === 'none' || comparePrecedence(after, before) > 0;
  return { bump, suggested: text, isEnough: isRaised && compareCores(after, suggested) >= 0 };
}

interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** Prerelease part of the version; `''` for a release. */
  readonly prerelease: string;
}

function findBump(changes: readonly Change[], isInitial: boolean): VersionBump {
  const counted = changes.filter(({ rule }) => rule !== 'server-version-changed');
  if (counted.length === 0) return 'none';
  if (counted.some(({ clients }) => clients === 'breaking')) return isInitial ? 'minor' : 'major';
  return counted.every(({ clients }) => clients === 'documentation') || isInitial ? 'patch' : 'minor';
}

function parseVersion(text: string): Version | undefined {
  const number = '(0|[1-9]\\d*)';
  const pattern = `^${number}\\.${number}\\.${number}(?:-([0-9A-Za-z.-]+))?(?:\\+[0-9A-Za-z.-]+)?$`;
  const [, major, minor, patch, prerelease = ''] = new RegExp(pattern, 'u').exec(text) ?? [];
  if (major === undefined) return undefined;
  return { major: Number(major), minor: Number(minor), patch: Number(patch), prerelease };
}

function raise({ major, minor, patch, prerelease }: Version, bump: VersionBump): Version {
  const isAhead = prerelease !== '';
  const release = { major, minor, patch, prerelease: '' };
  const isMajor = minor === 0 && patch === 0;
  if (bump === 'none' || (isAhead && (bump === 'patch' || isMajor || (bump === 'minor' && patch === 0))))
    return release;
  if (bump === 'major') return { ...release, major: major + 1, minor: 0, patch: 0 };
  return bump === 'minor' ? { ...release, minor: minor + 1, patch: 0 } : { ...release, patch: patch + 1 };
}

function compareCores(left: Version, right: Version): number {
  return left.major - right.major || left.minor - right.minor || left.patch - right.patch;
}

function comparePrecedence(left: Version, right: Version): number {
  const cores = compareCores(left, right);
  if (cores !== 0 || left.prerelease === right.prerelease) return cores;
  if (left.prerelease === '' || right.prerelease === '') return left.prerelease === '' ? 1 : -1;
  return left.prerelease.localeCompare(right.prerelease, 'en', { numeric: true });
}
