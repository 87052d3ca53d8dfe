/** Part of a model that has a location in the definition files. */
type Anchor =
  | { readonly kind: 'server' }
  /** A key at the root that one of the files has. */
  | { readonly kind: 'settings'; readonly key: string }
  | { readonly kind: 'tool' | 'prompt' | 'resource' | 'resourceTemplate'; readonly key: string }
  /** A shared schema, by its name in the model. */
  | { readonly kind: 'definition'; readonly name: string };

/** Place in the definitions: a path of keys below an anchor. */
export interface Place {
  readonly anchor: Anchor;
  readonly path: readonly string[];
}

/** Place in the definitions of one of two compared versions. */
export interface SidedPlace extends Place {
  readonly side: 'old' | 'new';
}

/** The place at further keys below a place. */
export function below(place: Place, ...steps: readonly string[]): Place {
  return { anchor: place.anchor, path: [...place.path, ...steps] };
}
