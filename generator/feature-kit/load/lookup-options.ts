/** Sources of facts that are not in the definitions. */
export interface LookupOptions {
  /** Path of the generated folder, with the facts of the last run, relative to the project root. Default: `generated`. */
  readonly out?: string;
  /**
   * URLs of databases to check statements against: `<name>=<url>`, or a URL if there is one database. `[]`: the URLs in
   * the environment. Default: facts of the last run, or the schemas that the definitions name.
   */
  readonly databases?: readonly string[];
  /** Environment variables, which can contain URLs and credentials. Default: none. */
  readonly environment?: { readonly [name: string]: string | undefined };
  /** Whether to fetch the schemas of endpoints. Default: only schemas that an earlier run has stored are used. */
  readonly introspect?: boolean;
}
