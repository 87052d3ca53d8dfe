/**
 * Names the image of a version: the name, and the version as its tag. Versions may have a `+`, which tags may not.
 *
 * @see https://docs.docker.com/reference/cli/docker/image/tag/
 */
export function nameImage(name: string, version: string): string {
  return `${name}:${version.replaceAll(/[^\w.-]/gu, '-').slice(0, 128)}`;
}
