/** Server metadata that only packages need. Plain data. */
export interface PackageModel {
  readonly author?: AuthorModel;
  /** URL of the homepage. */
  readonly homepage?: string;
  /** URL of the source code. */
  readonly repository?: string;
  /** SPDX expression, such as `MIT`. */
  readonly license?: string;
  /** One-line summary for registries. */
  readonly summary?: string;
  /** Markdown description for directories. */
  readonly longDescription?: string;
  readonly icons: readonly ImageModel[];
  readonly screenshots: readonly ImageModel[];
  /** URLs of the privacy policies of services that the server sends data to. */
  readonly privacyPolicies: readonly string[];
  /** URL where users get help. */
  readonly support?: string;
  readonly keywords: readonly string[];
  /** Name in the MCP registry, such as `io.github.user/server`. */
  readonly registryName?: string;
  /** Name in the npm registry, such as `@scope/server`. */
  readonly npmName?: string;
  /** Name of the container image without its tag, such as `ghcr.io/user/server`. */
  readonly image?: string;
  /** Public URL of the server over HTTP. */
  readonly url?: string;
  /** URL of the folder with release files; `{version}` is replaced with the version. */
  readonly downloads?: string;
}

/** Author of a server. */
export interface AuthorModel {
  readonly name: string;
  readonly email?: string;
  readonly url?: string;
}

/** Icon or screenshot: a project file or a URL. */
export type ImageModel = {
  /** Sizes such as `48x48`, or `any`. */
  readonly sizes: readonly string[];
  readonly theme?: 'light' | 'dark';
} & ({ readonly kind: 'file'; readonly file: string } | { readonly kind: 'url'; readonly url: string });
