import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackages } from '../kit/install-packages.mjs';

const version = '2.1.2';

/** What hosts use of the package `@anthropic-ai/mcpb`. */
export interface Mcpb {
  unpackExtension(options: {
    readonly mcpbPath: string;
    readonly outputDir: string;
    readonly silent: boolean;
  }): Promise<boolean>;
  validateManifest(file: string): boolean;
  /** Command line of a server; `undefined` if a required setting is missing. */
  getMcpConfigForManifest(options: {
    readonly manifest: unknown;
    readonly extensionPath: string;
    readonly systemDirs: { readonly [name: string]: string };
    readonly userConfig: { readonly [key: string]: string | number | boolean };
    readonly pathSeparator: string;
  }): Promise<{ readonly args?: string[]; readonly env?: Record<string, string> } | undefined>;
  readonly v0_3: { readonly McpbManifestSchema: { parse(value: unknown): unknown } };
}

/** Installs the package on first use, and loads it. */
export async function openMcpb(): Promise<Mcpb> {
  const folder = await installPackages(`mcpb-${version}`, [`@anthropic-ai/mcpb@${version}`]);
  const entry = path.join(folder, 'node_modules/@anthropic-ai/mcpb/dist/index.js');
  return (await import(pathToFileURL(entry).href)) as Mcpb;
}
