import type { Ajv } from 'ajv';
import type { ReferenceGraph } from './compile-in-order.js';
import type { SchemaToCompile } from './compile-schemas.js';
import type { DefinitionIndex, IndexedDefinition } from './definition-index.js';
import { type DefinitionForm, type DefinitionReferrer, prepareSchema } from './prepare-schema.js';

/**
 * Registers schemas with a compiler, and all definitions that they refer to, directly or not. What is wrong with one of
 * them is said when it is compiled.
 */
export function registerSchemas(
  compiler: Ajv,
  form: DefinitionForm,
  schemas: readonly SchemaToCompile[],
  definitions: DefinitionIndex,
): ReferenceGraph {
  const graph = new Map<string, ReadonlySet<string>>();
  const waiting = new Map<string, { readonly definition: IndexedDefinition; readonly form: DefinitionForm }>();
  const register = (uri: string, prepare: (refer: DefinitionReferrer) => object | boolean): void => {
    const targets = new Set<string>();
    graph.set(uri, targets);
    const refer: DefinitionReferrer = (name, wanted) => {
      const definition = definitions.get(name);
      if (definition === undefined) throw new Error(`There is no definition "${name}".`);
      const chosen = definition.defaults ? wanted : 'plain';
      const target = findUri(`${chosen}/${definition.position}`);
      waiting.set(target, { definition, form: chosen });
      targets.add(target);
      return target;
    };
    compiler.addSchema(
      prepareOrBlame(() => prepare(refer)),
      uri,
    );
  };
  for (const { exportName, schema } of schemas) {
    register(findUri(exportName), (refer) => prepareSchema(schema, form, refer));
  }
  for (const [uri, { definition, form: wanted }] of waiting) {
    if (!graph.has(uri)) register(uri, (refer) => prepareDefinition(definition, wanted, refer));
  }
  return graph;
}

/** The URI of a schema by the name of its export. */
export function findUri(path: string): string {
  return `schema:/${path}`;
}

function prepareDefinition(
  { model, fault }: IndexedDefinition,
  form: DefinitionForm,
  refer: DefinitionReferrer,
): object | boolean {
  return fault === undefined ? prepareSchema(model.schema, form, refer) : { fault: `"${model.name}": ${fault}` };
}

function prepareOrBlame(prepare: () => object | boolean): object | boolean {
  try {
    return prepare();
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
