const { Segmenter: IntlSegmenter } = Intl;

/**
 * Replaces `Intl.Segmenter` in the bundle: creates the segmenter at its first use. The packages that measure the width
 * of text create some when they are loaded, and the first one of a process takes 17 ms.
 */
export class Segmenter {
  readonly #options: ConstructorParameters<typeof Intl.Segmenter>;
  #segmenter: Intl.Segmenter | undefined;

  constructor(...options: ConstructorParameters<typeof Intl.Segmenter>) {
    this.#options = options;
  }

  segment(text: string): Intl.Segments {
    return (this.#segmenter ??= new IntlSegmenter(...this.#options)).segment(text);
  }
}
