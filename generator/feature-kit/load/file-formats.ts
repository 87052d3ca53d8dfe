import { defineDescriptor } from '../../front-ends/botserver/define-descriptor.js';
import { defineScript } from '../../front-ends/botserver/define-script.js';
import { defineToolsList } from '../../front-ends/listing/define-listing.js';
import type { ParsedSource } from '../../core/source/parsed-source.js';

/** Result of a front end: the tree of a definition in any format. */
interface ParsedFile extends ParsedSource {
  /** Source code of the tools of a script, by tool name. */
  readonly bodies?: ReadonlyMap<string, string>;
}

/** Format of definitions. The name of a file determines its format. */
interface FileFormat {
  /** File names, for messages. */
  readonly patterns: string;
  readonly suffix: RegExp;
  /** `api`: OpenAPI document, which is not translated to the tree of a definition. */
  readonly kind: 'definition' | 'api';
  /** The file defines one tool, so that an error affects the whole file. */
  readonly isOneTool?: true;
  /** Translates the text to the tree of a definition. Absent: none is needed. */
  readonly parse?: (file: string, text: string) => ParsedFile;
}

/** All formats. Only this module imports the front ends. */
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

/** Finds the format of a file by name; `undefined` if it is neither a definition nor an OpenAPI document. */
export function findFormat(file: string): FileFormat | undefined {
  return fileFormats.find(({ suffix }) => suffix.test(file));
}

/** File names of definitions and OpenAPI documents, for messages. */
export const definitionPatterns = fileFormats.map(({ patterns }) => patterns).join(', ');

/** Whether a file is a definition according to its name. */
export function isDefinition(file: string): boolean {
  return findFormat(file)?.kind === 'definition';
}

/** Whether a file is an OpenAPI document according to its name. */
export function isDocument(file: string): boolean {
  return findFormat(file)?.kind === 'api';
}
