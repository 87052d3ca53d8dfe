import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { childOf, itemsOf, toJson, type SourceNode } from '../load/source-node.js';
import { isJsonObject, stringifyJson, toPlainJson, type Json, type JsonObject } from '../model/json.js';
import type { Dialect } from '../model/model.js';
import type { SchemaResolver, SchemaScope } from '../resolve/schema-resolver.js';
import { mapRefs, refTo } from '../schema/map-schema.js';
import { visitSchemas } from './visit-schemas.js';

/** Checks that defaults and examples fit the schema that they stand in. */
export class ValueChecker {
  private readonly resolver: SchemaResolver;
  private readonly compilers: { readonly [dialect in Dialect]: Ajv } = {
    '2020-12': withFormats(new Ajv2020(compilerOptions)),
    'draft-07': withFormats(new Ajv(compilerOptions)),
  };
  private readonly compiled = new Map<string, ValidateFunction | undefined>();

  constructor(resolver: SchemaResolver) {
    this.resolver = resolver;
  }

  /** Checks a schema and all schemas in it. */
  check(root: SourceNode, scope: SchemaScope): readonly Diagnostic[] {
    return [...visitSchemas(root)].flatMap(({ node }) => {
      const byDefault = childOf(node, 'default');
      const values = [
        ...(byDefault ? [{ code: 'invalid-default' as const, value: byDefault }] : []),
        ...itemsOf(childOf(node, 'examples')).map((value) => ({ code: 'invalid-example' as const, value })),
      ];
      if (values.length === 0) return [];
      const validate = this.compile(node, scope);
      return validate ? values.flatMap(({ code, value }) => checkValue(code, value, validate)) : [];
    });
  }

  private compile(node: SourceNode, scope: SchemaScope): ValidateFunction | undefined {
    const schema = this.selfContained(this.resolver.resolve(node, scope));
    const text = scope.dialect + stringifyJson(schema);
    if (!this.compiled.has(text)) this.compiled.set(text, tryCompile(this.compilers[scope.dialect], schema));
    return this.compiled.get(text);
  }

  /** The schema with everything that it refers to under short names. */
  private selfContained(schema: boolean | JsonObject): Json {
    const names = new Map<string, string>();
    const shorten = (part: Json): Json =>
      mapRefs(part, (key) => {
        const name = names.get(key) ?? `d${names.size}`;
        names.set(key, name);
        return refTo(name);
      });
    const own = shorten(schema);
    const definitions = new Map<string, Json>();
    // Grows while it is gone through: what a definition refers to comes after it.
    for (const [key, name] of names) definitions.set(name, shorten(this.resolver.referred.get(key)?.schema ?? true));
    return isJsonObject(own) && definitions.size > 0 ? new Map([...own, ['$defs', definitions]]) : own;
  }
}

const compilerOptions = { allErrors: true, strict: false, addUsedSchema: false, logger: false } as const;

function withFormats<T extends Ajv>(ajv: T): T {
  addFormats.default(ajv);
  return ajv;
}

/** What cannot be compiled is reported elsewhere. */
function tryCompile(ajv: Ajv, schema: Json): ValidateFunction | undefined {
  try {
    return ajv.compile(toPlainJson(schema) as object | boolean);
  } catch {
    return undefined;
  }
}

function checkValue(
  code: 'invalid-default' | 'invalid-example',
  node: SourceNode,
  validate: ValidateFunction,
): readonly Diagnostic[] {
  if (validate(toPlainJson(toJson(node)))) return [];
  const errors = validate.errors ?? [];
  const serious = errors.find(({ keyword }) => keyword !== 'format');
  const error = serious ?? errors[0];
  const noun = code === 'invalid-default' ? 'default' : 'example';
  const place = error?.instancePath ? `\`${error.instancePath.slice(1)}\` ` : '';
  const message = `This ${noun} does not fit its schema: ${place}${error?.message ?? 'it is not allowed'}.`;
  return [createDiagnostic(serious ? code : 'invalid-format', node.location, message)];
}
