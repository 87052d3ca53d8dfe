import type { Json, JsonObject } from '../model/json.js';
import { isJsonObject } from '../model/json.js';
import type { SchemaReading, SchemaResolver } from '../resolve/schema-resolver.js';
import type { ApiDocument, Located } from './api-document.js';
import type { Direction } from './schema/api-dialect.js';
import { lowerSchema } from './schema/lower-schema.js';

/** Resolves the schemas of one document; references in them are keys of the resolver. */
export class SchemaReader {
  private readonly resolver: SchemaResolver;
  private readonly readings: { readonly [direction in Direction]: SchemaReading };

  constructor(document: ApiDocument, resolver: SchemaResolver) {
    this.resolver = resolver;
    this.readings = { input: createReading(document, 'input'), output: createReading(document, 'output') };
  }

  /** A schema as 2020-12. */
  read(schema: Located, direction: Direction): boolean | JsonObject {
    return this.resolver.resolve(schema.node, {
      file: schema.file,
      rootPath: [],
      dialect: '2020-12',
      into: '2020-12',
      reading: this.readings[direction],
    });
  }

  /** The schema of an argument, with a description that goes before its own. */
  readArgument(schema: Located | undefined, description: string | undefined): Json {
    const read = schema ? this.read(schema, 'input') : true;
    if (read === false) return read;
    const members = isJsonObject(read) ? read : new Map<string, Json>();
    if (description === undefined || description.trim() === '') return members;
    return new Map([...members, ['description', description.trim()]]);
  }
}

function createReading(document: ApiDocument, direction: Direction): SchemaReading {
  const dialect = {
    version: document.version,
    direction,
    follow: (node: Located['node'], file: string) => document.peek({ node, file }).node,
    warn: (location: Located['node']['location'], message: string) => document.warn('invalid-api', location, message),
  };
  return {
    name: direction,
    rewrite: (schema, file) => lowerSchema(schema, file, dialect),
    report: (problem, reference) => document.reportReference(problem, reference),
  };
}
