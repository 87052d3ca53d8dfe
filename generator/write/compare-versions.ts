/** The order of two versions by major, minor and patch: negative, zero or positive. A pre-release counts as the release. */
export function compareVersions(left: string, right: string): number {
  const others = parseVersion(right);
  const differences = parseVersion(left).map((part, index) => part - (others[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** What is no version counts as the oldest one. */
function parseVersion(version: string): readonly number[] {
  const [, ...parts] = /^(\d+)\.(\d+)\.(\d+)/u.exec(version) ?? ['', '0', '0', '0'];
  return parts.map(Number);
}
