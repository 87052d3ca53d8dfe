import type { ParsedSource } from '../../core/source/parsed-source.js';

/** Result of a front end: the tree of a definition, whatever its format. */
interface ParsedFile extends ParsedSource {
  /** Source code of a script's tools, by tool name. */
  readonly bodies?: ReadonlyMap<string, string>;
}

/** Format of definition files, determined by the file name. */
interface FileFormat {
  /** File name patterns, for messages. */
  readonly patterns: string;
  readonly suffix: RegExp;
  /** `api`: an OpenAPI document, which is not translated to a definition tree. */
  readonly kind: 'definition' | 'api';
  /** Whether the file defines exactly one tool, so that an error affects the whole file. */
  readonly isOneTool?: true;
  /**
   * Imports the front end, which translates file content to a definition tree. Absent if no translation is needed.
   */
  readonly load?: () => Promise<(file: string, text: string) => ParsedFile>;
}

/** All formats. Only this module imports the front ends, and only to parse a file, because file names are often enough. */
const fileFormats: readonly FileFormat[] = [
  { patterns: '*.mcp.yaml, *.mcp.json', suffix: /\.mcp\.(ya?ml|json)$/u, kind: 'definition' },
  { patterns: '*.openapi.yaml, *.openapi.json', suffix: /\.openapi\.(ya?ml|json)$/u, kind: 'api' },
  {
    patterns: '*.tools.json',
    suffix: /\.tools\.json$/u,
    kind: 'definition',
    load: async () => (await import('../../front-ends/listing/define-listing.js')).defineToolsList,
  },
  {
    patterns: '*.bas',
    suffix: /\.bas$/iu,
    kind: 'definition',
    isOneTool: true,
    load: async () => (await import('../../front-ends/botserver/define-script.js')).defineScript,
  },
  {
    patterns: '*.botserver.json',
    suffix: /\.botserver\.json$/u,
    kind: 'definition',
    isOneTool: true,
    load: async () => (await import('../../front-ends/botserver/define-descriptor.js')).defineDescriptor,
  },
];

/** Finds the format of a file by name; `undefined` if the file is neither a definition nor an OpenAPI document. */
export function findFormat(file: string): FileFormat | undefined {
  return fileFormats.find(({ suffix }) => suffix.test(file));
}

/** File name patterns of definitions and OpenAPI documents, for messages. */
export const definitionPatterns = fileFormats.map(({ patterns }) => patterns).join(', ');

/** Whether a file name identifies a definition. */
export function isDefinition(file: string): boolean {
  return findFormat(file)?.kind === 'definition';
}

/** Whether a file name identifies an OpenAPI document. */
export function isDocument(file: string): boolean {
  return findFormat(file)?.kind === 'api';
}
