import type { Ajv } from 'ajv';
import type { ReferenceGraph } from './list-circles.js';
import type { SchemaToCompile } from './compile-schemas.js';
import { digestTexts } from '../../code/digest-texts.js';
import type { DefinitionIndex, IndexedDefinition } from './definition-index.js';
import { type DefinitionForm, type DefinitionReferrer, prepareForm } from './prepare-schema.js';

/**
 * Registers schemas with a compiler, and all definitions that they refer to, directly or not. What is wrong with one of
 * them is said when it is compiled.
 *
 * @param names Definitions to register in all their forms, with all that they refer to.
 * @param known What is registered already.
 * @returns What was not.
 */
export function registerSchemas(
  compiler: Ajv,
  form: DefinitionForm,
  schemas: readonly SchemaToCompile[],
  names: readonly string[],
  definitions: DefinitionIndex,
  findFault: (definition: IndexedDefinition) => string | undefined,
  known: ReferenceGraph,
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
      const target = findDefinitionUri(name, chosen);
      waiting.set(target, { definition, form: chosen });
      targets.add(target);
      return target;
    };
    compiler.addSchema(
      prepareOrBlame(() => prepare(refer)),
      uri,
    );
  };
  for (const { id, text } of schemas) {
    register(findUri(id), (refer) => prepareForm(text, form, refer));
  }
  for (const definition of names.flatMap((name) => definitions.get(name) ?? [])) {
    for (const each of listForms(definition, form))
      waiting.set(findDefinitionUri(definition.name, each), { definition, form: each });
  }
  for (const [uri, { definition, form: wanted }] of waiting) {
    if (!graph.has(uri) && !known.has(uri))
      register(uri, (refer) => {
        const fault = findFault(definition);
        if (fault !== undefined) return { fault: `"${definition.name}": ${fault}` };
        return prepareForm(definition.text, wanted, refer);
      });
  }
  return graph;
}

/** The URI of a schema by its id. */
export function findUri(path: string): string {
  return `schema:/${path}`;
}

/** The URIs of all forms in which a compiler may need a definition. */
export function listDefinitionUris(definition: IndexedDefinition, form: DefinitionForm): readonly string[] {
  return listForms(definition, form).map((each) => findDefinitionUri(definition.name, each));
}

function listForms({ defaults }: IndexedDefinition, form: DefinitionForm): readonly DefinitionForm[] {
  return defaults && form === 'filling' ? ['filling', 'plain'] : ['plain'];
}

function findDefinitionUri(name: string, form: DefinitionForm): string {
  return findUri(`${form}/${digestTexts([name]).slice(0, 20)}`);
}

function prepareOrBlame(prepare: () => object | boolean): object | boolean {
  try {
    return prepare();
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
