import { build } from 'esbuild';

/** Bundles a module of a project, with all that it imports, and imports it as it is at this moment. */
export async function loadModule<Exports>(folder: string, file: string): Promise<Exports> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [file],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)) as Exports;
}
