import type { Change } from './change.js';

/** How much of a semantic version has to change. */
export type VersionBump = 'major' | 'minor' | 'patch' | 'none';

/** What the version of the server should be. */
export interface VersionAdvice {
  readonly bump: VersionBump;
  /** The lowest version that says enough; absent when the old version is no semantic one. */
  readonly suggested?: string;
  /** Whether the new version says enough; absent when that cannot be compared. */
  readonly isEnough?: boolean;
}

/**
 * The version that changes ask for: major for breaking ones, minor for compatible ones and for those that may break, patch
 * for documentation. Below 1.0.0 a breaking change asks for a minor and all others for a patch, and a pre-release asks for
 * its release as long as that says enough.
 *
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
  readonly prerelease: readonly string[];
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
  const [, major, minor, patch, prerelease] = new RegExp(pattern, 'u').exec(text) ?? [];
  if (major === undefined) return undefined;
  return {
    major: Number(major),
    minor: Number(minor),
    patch: Number(patch),
    prerelease: prerelease?.split('.') ?? [],
  };
}

function raise({ major, minor, patch, prerelease }: Version, bump: VersionBump): Version {
  const isAhead = prerelease.length > 0;
  const release = { major, minor, patch, prerelease: [] };
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
  if (cores !== 0) return cores;
  if (left.prerelease.length === 0 || right.prerelease.length === 0) {
    return right.prerelease.length - left.prerelease.length;
  }
  for (const [index, one] of left.prerelease.entries()) {
    const other = right.prerelease[index];
    if (other === undefined) return 1;
    if (one !== other) return compareIdentifiers(one, other);
  }
  return left.prerelease.length - right.prerelease.length;
}

/** Numbers are lower than words. */
function compareIdentifiers(left: string, right: string): number {
  const [isNumber, isOther] = [left, right].map((identifier) => /^\d+$/u.test(identifier));
  if (isNumber && isOther) return Number(left) - Number(right);
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  return left < right ? -1 : 1;
}
