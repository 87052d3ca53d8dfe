/** A piece of a path template: text, or a parameter. */
export interface PathPiece {
  readonly text: string;
  /** Given for a parameter. */
  readonly name?: string;
}

/**
 * Cuts a path template into text and parameters. Gateways and frameworks write more than the name between the braces
 * (`{proxy+}`, `{id:[0-9]+}`, `{;list*}`): where there is a parameter of the bare name, it is meant.
 *
 * @param declared Names of the path parameters that the document describes.
 */
export function splitPath(path: string, declared: ReadonlySet<string>): readonly PathPiece[] {
  return path
    .split(/(\{[^{}]+\})/u)
    .filter((text) => text !== '')
    .map((text) => (/^\{.+\}$/u.test(text) ? { text, name: readName(text.slice(1, -1), declared) } : { text }));
}

function readName(written: string, declared: ReadonlySet<string>): string {
  if (declared.has(written)) return written;
  const bare = written.replace(/^[.;/?&#+]/u, '').replace(/(?:[*+]|:.*)$/u, '');
  return declared.has(bare) ? bare : written;
}
