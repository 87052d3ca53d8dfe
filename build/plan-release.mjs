// Pure parts of a release: version numbers and the text of CHANGELOG.md.

const versionPattern = /^(\d+)\.(\d+)\.(\d+)$/u;

/**
 * Chooses the version of a release.
 * @param {string | undefined} wanted `patch`, `minor`, `major` or a version. Default: the version of the unreleased
 * section.
 * @param {string} last version of the last release
 * @param {string | undefined} unreleased version of the unreleased section of the changelog
 * @throws {Error} if there is no such version, or it is not later than the last one
 */
export function chooseVersion(wanted, last, unreleased) {
  const [major, minor, patch] = numbersOf(last);
  const steps = {
    patch: `${major}.${minor}.${patch + 1}`,
    minor: `${major}.${minor + 1}.0`,
    major: `${major + 1}.0.0`,
  };
  const version = wanted === undefined ? unreleased : Object.hasOwn(steps, wanted) ? steps[wanted] : wanted;
  if (version === undefined) {
    throw new Error('Which version? CHANGELOG.md has no unreleased section. Use patch, minor, major or a version.');
  }
  if (!versionPattern.test(version)) {
    throw new Error(`${version} is not a version. Use patch, minor, major or three numbers such as 1.2.3.`);
  }
  return version;
}

/** Whether a version is later than another one. */
export function isAfter(version, other) {
  const [one, two] = [numbersOf(version), numbersOf(other)];
  const at = one.findIndex((number, index) => number !== two[index]);
  return at !== -1 && one[at] > two[at];
}

function numbersOf(version) {
  return (versionPattern.exec(version) ?? []).slice(1).map(Number);
}

/**
 * Returns the first section of a changelog: version, whether it is released, and its text. Returns `undefined` if there
 * is no section.
 */
export function readFirstSection(changelog) {
  const [, version, mark, text] = /^## (\S+) \(([^)]+)\)\n([^]*?)(?=^## |$(?![^]))/mu.exec(changelog) ?? [];
  return version === undefined ? undefined : { version, isReleased: mark !== 'unreleased', text: text.trim() };
}

/**
 * Returns the changelog with the section of a release. An unreleased section gets version and date. If there is none, a
 * section is created from commit subjects.
 * @param {string} date such as 2026-11-23
 * @param {readonly string[]} subjects subjects of the commits since the last release
 */
export function datedChangelog(changelog, version, date, subjects) {
  const first = readFirstSection(changelog);
  const heading = `## ${version} (${date})`;
  if (first !== undefined && !first.isReleased) {
    return changelog.replace(`## ${first.version} (unreleased)`, () => heading);
  }
  const lines = subjects.map((subject) => `- ${subject}`).join('\n');
  const at = changelog.search(/^## /mu);
  const [head, rest] = at === -1 ? [`${changelog.trimEnd()}\n\n`, ''] : [changelog.slice(0, at), changelog.slice(at)];
  return `${head}${heading}\n\n${lines}\n${rest === '' ? '' : `\n${rest}`}`;
}
