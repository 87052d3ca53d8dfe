import { defineDescriptor } from '../../front-ends/botserver/define-descriptor.js';
import { defineScript } from '../../front-ends/botserver/define-script.js';
import { defineToolsList } from '../../front-ends/listing/define-listing.js';
import type { ParsedSource } from '../../core/source/parsed-source.js';

/** Result of a front end: a definition file's tree, whatever format it was read from. */
interface ParsedFile extends ParsedSource {
  /** Code of each tool of a script, as text, by the name of the tool. */
  readonly bodies?: ReadonlyMap<string, string>;
}

/** A format that definitions come in. The name of a file tells its format. */
interface FileFormat {
  /** Names for people. */
  readonly patterns: string;
  readonly suffix: RegExp;
  /** An `api` becomes tools by rules of its own; everything else becomes the tree of a definition. */
  readonly kind: 'definition' | 'api';
  /** The file is one tool, so that an error in it concerns the whole file. */
  readonly isOneTool?: true;
  /** Turns the text into the tree of a definition; absent for YAML and JSON that needs no translation. */
  readonly parse?: (file: string, text: string) => ParsedFile;
}

/** The only place that knows the front ends. */
const fileFormats: readonly FileFormat[] = [
  { patterns: '*.mcp.yaml, *.mcp.json', suffix: /\.mcp\.(ya?ml|json)$/u, kind: 'definition' },
  { patterns: '*.openapi.yaml, *.openapi.json', suffix: /\.openapi\.(ya?ml|json)$/u, kind: 'api' },
  { patterns: '*.tools.json', suffix: /\.tools\.json$/u, kind: 'definition', parse: defineToolsList },
  { patterns: '*.bas', suffix: /\.bas$/iu, kind: 'definition', isOneTool: true, parse: defineScript },
  {
    patterns: '*.botserver.json',
    suffix: /\.botserver\.json$/u,
    kind: 'definition',
    isOneTool: true,
    parse: defineDescriptor,
  },
];

/** The format of a file by its name; `undefined` when it is neither a definition nor an OpenAPI document. */
export function findFormat(file: string): FileFormat | undefined {
  return fileFormats.find(({ suffix }) => suffix.test(file));
}

/** The names of definitions and OpenAPI documents, for people. */
export const definitionPatterns = fileFormats.map(({ patterns }) => patterns).join(', ');

/** Returns whether a file is a definition by its name. */
export function isDefinition(file: string): boolean {
  return findFormat(file)?.kind === 'definition';
}

/** Returns whether a file is an OpenAPI document by its name. */
export function isDocument(file: string): boolean {
  return findFormat(file)?.kind === 'api';
}
