import type { Ajv, ValidateFunction } from 'ajv';
import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { isJsonObject, stringifyJson, type Json, type JsonObject } from '../../core/model/json.js';
import type { Dialect } from '../../core/model/model.js';
import type { SchemaResolver, SchemaRoot, SchemaScope } from '../../feature-kit/resolve/schema-resolver.js';
import { createValueCompiler, findMismatch } from '../../core/schema/value-compiler.js';
import { findKnownValidator } from '../../core/schema/known-validators.js';
import { mapRefs, refTo } from '../../core/schema/map-schema.js';
import { placeDefaultsIn } from '../../core/schema/place-defaults.js';
import { childOf, itemsOf, stringifyNode, type SourceNode } from '../../core/source/source-node.js';
import { visitSchemas } from '../../core/schema/visit-schemas.js';

/** Checks that defaults and examples match their schemas. Caches compiled schemas, so use one checker per run. */
export class ValueChecker {
  private readonly resolver: SchemaResolver;
  private readonly compilers = new Map<string, Ajv>();
  private readonly compiled = new Map<string, ValidateFunction | undefined>();

  constructor(resolver: SchemaResolver) {
    this.resolver = resolver;
  }

  /** Checks the values in a schema and all its subschemas. */
  check(root: SourceNode, scope: SchemaScope): readonly Diagnostic[] {
    return visitSchemas(root).flatMap(({ node }) => {
      const values = listValues(node);
      const validate = values.length > 0 ? this.compile(node, scope) : undefined;
      return validate ? values.flatMap(({ code, value }) => checkValue(code, value, validate)) : [];
    });
  }

  /**
   * Checks an example against a schema.
   * @param fillsDefaults Whether to fill in defaults first, as for call arguments.
   */
  checkExample(value: SourceNode, { node, scope }: SchemaRoot, fillsDefaults: boolean): readonly Diagnostic[] {
    const validate = this.compile(node, scope, fillsDefaults);
    return validate ? checkValue('invalid-example', value, validate) : [];
  }

  /** Compiles a schema with everything that it refers to; `undefined` if the schema is invalid. */
  private compile(node: SourceNode, scope: SchemaScope, fillsDefaults = false): ValidateFunction | undefined {
    const schema = stringifyJson(this.selfContained(this.resolver.resolve(node, scope), fillsDefaults));
    const key = `${scope.dialect} ${fillsDefaults} ${schema}`;
    if (!this.compiled.has(key)) this.compiled.set(key, this.compileText(schema, scope.dialect, fillsDefaults));
    return this.compiled.get(key);
  }

  private compileText(text: string, dialect: Dialect, fillsDefaults: boolean): ValidateFunction | undefined {
    const schema = JSON.parse(text) as object | boolean;
    if (typeof schema === 'object' && !findKnownValidator(dialect)(schema)) return undefined;
    const key = `${dialect} ${fillsDefaults}`;
    const compiler = this.compilers.get(key) ?? createValueCompiler(dialect, fillsDefaults);
    this.compilers.set(key, compiler);
    try {
      return compiler.compile(schema);
    } catch {
      return undefined;
    }
  }

  /** Copies a schema, with everything that it refers to under short names in `$defs`. */
  private selfContained(schema: boolean | JsonObject, fillsDefaults: boolean): Json {
    const names = new Map<string, string>();
    const shorten = (part: Json): Json =>
      mapRefs(part, (key) => {
        const name = names.get(key) ?? `d${names.size}`;
        names.set(key, name);
        return refTo(name);
      });
    const shortened = shorten(schema);
    const definitions = new Map<string, Json>();
    // `names` grows during the loop, because a definition can refer to further definitions.
    for (const [key, name] of names) definitions.set(name, shorten(this.resolver.referred.get(key)?.schema ?? true));
    const place = (part: Json): Json => (fillsDefaults ? placeDefaultsIn(part, (name) => definitions.get(name)) : part);
    const placed = place(shortened);
    if (!isJsonObject(placed) || definitions.size === 0) return placed;
    return new Map([...placed, ['$defs', new Map([...definitions].map(([name, part]) => [name, place(part)]))]]);
  }
}

interface StatedValue {
  readonly code: 'invalid-default' | 'invalid-example';
  readonly value: SourceNode;
}

function listValues(node: SourceNode): readonly StatedValue[] {
  const defaultValue = childOf(node, 'default');
  return [
    ...(defaultValue ? [{ code: 'invalid-default' as const, value: defaultValue }] : []),
    ...itemsOf(childOf(node, 'examples')).map((value) => ({ code: 'invalid-example' as const, value })),
  ];
}

function checkValue(code: StatedValue['code'], node: SourceNode, validate: ValidateFunction): readonly Diagnostic[] {
  const problem = findMismatch(validate, JSON.parse(stringifyNode(node)));
  if (problem === undefined) return [];
  const noun = code === 'invalid-default' ? 'default' : 'example';
  return [createDiagnostic(code, node.location, `This ${noun} does not match its schema: ${problem}.`)];
}
