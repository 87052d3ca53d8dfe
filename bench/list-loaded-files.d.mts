/** A file that Node has loaded. */
export interface LoadedFile {
  readonly name: string;
  readonly bytes: number;
}

/** Lists the files that Node loads until a server has answered some requests and ended. */
export function listLoadedFiles(
  server: string,
  requests: readonly (readonly [method: string, params: object])[],
  options?: readonly string[],
): Promise<readonly LoadedFile[]>;
