import type { DatabaseKind, EngineOptions, OpenEngine } from './engine.js';

/** Opens an engine: a database server from this process, an embedded database in a process of its own. */
export async function openAnyEngine(kind: DatabaseKind, options: EngineOptions): ReturnType<OpenEngine> {
  const isEmbedded = kind === 'sqlite' || (kind === 'postgres' && options.url === undefined);
  if (isEmbedded) return (await import('./open-apart.js')).openApart(kind, options);
  return (await import('./open-engine.js')).openEngine(kind, options);
}
