import type { ValidateFunction } from 'ajv';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { childOf, itemsOf, stringifyNode, type SourceNode } from '../source/source-node.js';
import { isJsonObject, stringifyJson, type Json, type JsonObject } from '../model/json.js';
import type { SchemaResolver, SchemaScope } from '../resolve/schema-resolver.js';
import { mapRefs, refTo } from '../schema/map-schema.js';
import type { CompileSchema } from './open-schema-compiler.js';
import { visitSchemas } from './visit-schemas.js';

/** Checks that defaults and examples fit the schema that they stand in. */
export class ValueChecker {
  private readonly resolver: SchemaResolver;
  private readonly compiled = new Map<string, ValidateFunction | undefined>();
  private compileSchema: CompileSchema | undefined;

  constructor(resolver: SchemaResolver) {
    this.resolver = resolver;
  }

  /** Checks a schema and all schemas in it. */
  async check(root: SourceNode, scope: SchemaScope): Promise<readonly Diagnostic[]> {
    const diagnostics: Diagnostic[] = [];
    for (const { node } of visitSchemas(root)) {
      const values = listValues(node);
      if (values.length > 0) diagnostics.push(...(await this.checkValues(node, values, scope)));
    }
    return diagnostics;
  }

  private async checkValues(
    node: SourceNode,
    values: readonly StatedValue[],
    scope: SchemaScope,
  ): Promise<readonly Diagnostic[]> {
    const schema = stringifyJson(this.selfContained(this.resolver.resolve(node, scope)));
    const validate = await this.compile(schema, scope);
    return validate ? values.flatMap(({ code, value }) => checkValue(code, value, validate)) : [];
  }

  private async compile(schema: string, { dialect }: SchemaScope): Promise<ValidateFunction | undefined> {
    const text = dialect + schema;
    // The compiler takes longer to load than most values take to be checked.
    this.compileSchema ??= (await import('./open-schema-compiler.js')).openSchemaCompiler();
    if (!this.compiled.has(text))
      this.compiled.set(text, this.compileSchema(dialect, JSON.parse(schema) as object | boolean));
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

interface StatedValue {
  readonly code: 'invalid-default' | 'invalid-example';
  readonly value: SourceNode;
}

function listValues(node: SourceNode): readonly StatedValue[] {
  const byDefault = childOf(node, 'default');
  return [
    ...(byDefault ? [{ code: 'invalid-default' as const, value: byDefault }] : []),
    ...itemsOf(childOf(node, 'examples')).map((value) => ({ code: 'invalid-example' as const, value })),
  ];
}

function checkValue(code: StatedValue['code'], node: SourceNode, validate: ValidateFunction): readonly Diagnostic[] {
  if (validate(JSON.parse(stringifyNode(node)))) return [];
  const errors = validate.errors ?? [];
  const serious = errors.find(({ keyword }) => keyword !== 'format');
  const error = serious ?? errors[0];
  const noun = code === 'invalid-default' ? 'default' : 'example';
  const place = error?.instancePath ? `\`${error.instancePath.slice(1)}\` ` : '';
  const message = `This ${noun} does not fit its schema: ${place}${error?.message ?? 'it is not allowed'}.`;
  return [createDiagnostic(serious ? code : 'invalid-format', node.location, message)];
}
