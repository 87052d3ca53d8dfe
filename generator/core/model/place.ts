/** Part of a model that has a location in the definition files. */
type Anchor =
  | { readonly kind: 'server' }
  /** A key at the root of a definition file. */
  | { readonly kind: 'settings'; readonly key: string }
  | { readonly kind: 'tool' | 'prompt' | 'resource' | 'resourceTemplate'; readonly key: string }
  /** A shared schema, by its name in the model. */
  | { readonly kind: 'definition'; readonly name: string };

/** Place in the definitions, expressed as a path of keys below an anchor. */
export interface Place {
  readonly anchor: Anchor;
  readonly path: readonly string[];
}

/** Place in one of two compared versions. */
export interface SidedPlace extends Place {
  readonly side: 'old' | 'new';
}

/** Appends keys to the path of a place. */
export function below(place: Place, ...steps: readonly string[]): Place {
  return { anchor: place.anchor, path: [...place.path, ...steps] };
}
