/**
 * Names the image of a version, with the version as its tag. Replaces `+`, which versions can contain but tags cannot.
 *
 * @see https://docs.docker.com/reference/cli/docker/image/tag/
 */
export function nameImage(name: string, version: string): string {
  return `${name}:${version.replaceAll(/[^\w.-]/gu, '-').slice(0, 128)}`;
}
