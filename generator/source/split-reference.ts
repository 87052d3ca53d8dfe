/** A `$ref` taken apart: the file it names (empty: the same one) and the fragment, both percent-decoded; an address stays as it is. */
export interface Reference {
  readonly file: string;
  readonly fragment: string;
}

/** Takes a `$ref` apart; `undefined` when its percent-encoding is broken. */
export function splitReference(reference: string): Reference | undefined {
  const hash = reference.indexOf('#');
  const file = hash === -1 ? reference : reference.slice(0, hash);
  try {
    return {
      file: isScheme(file) ? file : decodeURIComponent(file),
      fragment: hash === -1 ? '' : decodeURIComponent(reference.slice(hash + 1)),
    };
  } catch {
    return undefined;
  }
}

/** Whether a reference begins with a scheme (`https:`) or a host (`//…`): it leads to another machine or name space. */
export function isScheme(reference: string): boolean {
  return /^([A-Za-z][A-Za-z0-9+.-]+:|\/\/)/u.test(reference);
}
