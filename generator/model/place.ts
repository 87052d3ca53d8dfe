/** Something of a model that stands somewhere in the definition files. */
export type Anchor =
  | { readonly kind: 'server' }
  | { readonly kind: 'tool' | 'prompt' | 'resource' | 'resourceTemplate'; readonly key: string }
  /** A definition, by its name in the model. */
  | { readonly kind: 'definition'; readonly name: string };

/** A place in the definitions of one side: a path of keys below something. */
export interface Place {
  readonly anchor: Anchor;
  readonly path: readonly string[];
}

/** A place in the definitions of a certain side. */
export interface SidedPlace extends Place {
  readonly side: 'old' | 'new';
}

/** A place further down. */
export function below(place: Place, ...steps: readonly string[]): Place {
  return { anchor: place.anchor, path: [...place.path, ...steps] };
}
