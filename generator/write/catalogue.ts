/** The tools of a server as the last run knew them. */
export interface Catalogue {
  /** Name of the server. */
  readonly server: string;
  readonly tools: ReadonlyMap<string, CatalogueEntry>;
}

/** One tool, its name aside. */
export interface CatalogueEntry {
  /** The file that defines it, relative to the root, and the line in it, counted from 1. */
  readonly source: string;
  readonly line: number;
  /** SHA-256 of that file. */
  readonly hash: string;
  /** It is served from the start. */
  readonly active: boolean;
  /** What clients of the latest revision see; not of the tools of APIs, whose documents are large. */
  readonly descriptor?: object;
}

/** The catalogue as it stands in the manifest, tools in the order of their names. */
export function formatCatalogue({ server, tools }: Catalogue): object {
  const sorted = [...tools].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return { server, tools: Object.fromEntries(sorted) };
}

/** Understands the catalogue of a manifest; what is none counts as empty, as in a manifest of an earlier version. */
export function parseCatalogue(value: unknown): Catalogue {
  const { server, tools } = isRecord(value) ? value : {};
  const entries = isRecord(tools) ? Object.entries(tools) : [];
  return {
    server: typeof server === 'string' ? server : '',
    tools: new Map(entries.filter((entry): entry is [string, CatalogueEntry] => isEntry(entry[1]))),
  };
}

function isEntry(value: unknown): value is CatalogueEntry {
  if (!isRecord(value)) return false;
  const { source, line, hash, active, descriptor } = value;
  const isPlaced = typeof source === 'string' && typeof line === 'number' && typeof hash === 'string';
  return isPlaced && typeof active === 'boolean' && (descriptor === undefined || isRecord(descriptor));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
