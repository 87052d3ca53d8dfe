import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.js';
import type { SchemaResolver } from '../../../feature-kit/resolve/schema-resolver.js';
import { referredName } from '../../../core/schema/map-schema.js';
import { baseFileOf } from '../../../core/source/references.js';
import type { SourceNode } from '../../../core/source/source-node.js';
import type { ApiDocument } from '../api-document.js';
import { expandBase } from './expand-base.js';
import { nameTranslation } from './translation-name.js';
import { translateSchema, type Direction } from './translate-schema.js';

/** Maximum length of a chain of references. */
const maxHops = 32;

/** Reads the schemas of one document as JSON Schema 2020-12. References in the result are keys of the resolver. */
export class SchemaReader {
  private readonly document: ApiDocument;
  private readonly resolver: SchemaResolver;

  constructor(document: ApiDocument, resolver: SchemaResolver) {
    this.document = document;
    this.resolver = resolver;
  }

  read(node: SourceNode, direction: Direction): boolean | JsonObject {
    const { document } = this;
    return this.resolver.resolve(expandBase(node, document), {
      file: baseFileOf(node.location),
      rootPath: [],
      dialect: '2020-12',
      into: '2020-12',
      translation: {
        name: nameTranslation(document, direction),
        translate: (schema) => translateSchema(schema, document, direction),
        report: (problem, reference) => document.reportReference(problem, reference),
      },
    });
  }

  /** Finds the schema for a reference in a result. */
  find(name: string): Json | undefined {
    return this.resolver.referred.get(name)?.schema;
  }

  /** Resolves the references at the root of a schema that was read. */
  follow(schema: Json): Json {
    let target = schema;
    for (let hops = 0; isJsonObject(target) && hops < maxHops; hops++) {
      const name = referredName(target);
      if (name === undefined) break;
      target = this.find(name) ?? true;
    }
    return target;
  }

  /** Reads the schema of an argument. `description` replaces the description of the schema. */
  readArgument(schema: SourceNode | undefined, description: string | undefined): Json {
    const read = schema ? this.read(schema, 'input') : true;
    if (read === false) return read;
    const members = isJsonObject(read) ? read : new Map<string, Json>();
    if (description === undefined || description.trim() === '') return members;
    return new Map([...members, ['description', description.trim()]]);
  }
}
