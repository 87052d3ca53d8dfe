/** Facts about a server that only its packages need. Plain data. */
export interface PackageModel {
  readonly author?: AuthorModel;
  /** Address of a page about the server. */
  readonly homepage?: string;
  /** Address of the source code. */
  readonly repository?: string;
  /** SPDX expression, such as `MIT`. */
  readonly license?: string;
  /** One line for registries. */
  readonly summary?: string;
  /** Markdown for directories. */
  readonly longDescription?: string;
  readonly icons: readonly ImageModel[];
  readonly screenshots: readonly ImageModel[];
  /** Addresses of privacy policies of the services that the server sends data to. */
  readonly privacyPolicies: readonly string[];
  /** Address where users get help. */
  readonly support?: string;
  readonly keywords: readonly string[];
  /** Name at the MCP registry, such as `io.github.user/server`. */
  readonly registryName?: string;
  /** Name at the npm registry, such as `@scope/server`. */
  readonly npmName?: string;
  /** Name of the container image without a tag, such as `ghcr.io/user/server`. */
  readonly image?: string;
  /** Public address of the server over HTTP. */
  readonly url?: string;
  /** Address of the folder that files of a release are downloaded from; `{version}` stands for the version. */
  readonly downloads?: string;
}

/** Author of a server. */
export interface AuthorModel {
  readonly name: string;
  readonly email?: string;
  readonly url?: string;
}

/** Icon or screenshot: a file of the project, or an address. */
export type ImageModel = {
  /** Sizes such as `48x48`, or `any`. */
  readonly sizes: readonly string[];
  readonly theme?: 'light' | 'dark';
} & ({ readonly kind: 'file'; readonly file: string } | { readonly kind: 'url'; readonly url: string });
