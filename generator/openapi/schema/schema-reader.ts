import { isJsonObject, type Json, type JsonObject } from '../../model/json.js';
import type { SchemaResolver, SchemaTranslation } from '../../resolve/schema-resolver.js';
import type { ApiDocument, Located } from '../api-document.js';
import type { Direction } from './schema-dialect.js';
import { translateSchema } from './translate-schema.js';

/** Reads the schemas of one document as JSON Schema 2020-12. References in the result are keys of the resolver. */
export class SchemaReader {
  private readonly resolver: SchemaResolver;
  private readonly translations: { readonly [direction in Direction]: SchemaTranslation };

  constructor(document: ApiDocument, resolver: SchemaResolver) {
    this.resolver = resolver;
    this.translations = { input: createTranslation(document, 'input'), output: createTranslation(document, 'output') };
  }

  /** Reads a schema. */
  read({ node, file }: Located, direction: Direction): boolean | JsonObject {
    const translation = this.translations[direction];
    return this.resolver.resolve(node, { file, rootPath: [], dialect: '2020-12', into: '2020-12', translation });
  }

  /** Reads the schema of an argument. `description` replaces that of the schema. */
  readArgument(schema: Located | undefined, description: string | undefined): Json {
    const read = schema ? this.read(schema, 'input') : true;
    if (read === false) return read;
    const members = isJsonObject(read) ? read : new Map<string, Json>();
    if (description === undefined || description.trim() === '') return members;
    return new Map([...members, ['description', description.trim()]]);
  }
}

function createTranslation(document: ApiDocument, direction: Direction): SchemaTranslation {
  const dialect = {
    version: document.version,
    direction,
    follow: (node: Located['node'], file: string) => document.peek({ node, file }).node,
    warn: (location: Located['node']['location'], message: string) => document.warn('invalid-api', location, message),
  };
  return {
    name: direction,
    translate: (schema, file) => translateSchema(schema, file, dialect),
    report: (problem, reference) => document.reportReference(problem, reference),
  };
}
