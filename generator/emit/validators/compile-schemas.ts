import type { Ajv } from 'ajv';
import { digestTexts } from '../../code/digest-texts.js';
import { createCompiler } from './create-compiler.js';
import type { DefinitionIndex, IndexedDefinition } from './definition-index.js';
import type { CompilerMode } from './list-jobs.js';
import { listComponents } from './list-components.js';
import { prepareForm, type DefinitionForm, type DefinitionReferrer } from './prepare-schema.js';
import { printModule } from './print-module.js';
import { nameSharedModule } from './share-definitions.js';

/** A schema of a tool, to be compiled. */
export interface SchemaToCompile {
  /** An identifier, unique within the compilation; the name of the export. */
  readonly id: string;
  /** JSON text, as the compiler reads it; references are those of the model. */
  readonly text: string;
}

/** A definition in one of its forms. */
interface FormedDefinition {
  readonly definition: IndexedDefinition;
  readonly form: DefinitionForm;
}

/**
 * Compiles schemas of one mode with Ajv, some after the others. Definitions that they refer to are compiled once and become
 * functions that the schemas share. Code of a schema depends only on the schemas that it refers to, directly or not.
 */
export class SchemaCompiler {
  readonly #ajv: Ajv;
  readonly #form: DefinitionForm;
  readonly #definitions: DefinitionIndex;
  readonly #findFault: (definition: IndexedDefinition) => string | undefined;
  /** Files that shared definitions are imported from, by the URIs of their forms. */
  readonly #sharedFiles: ReadonlyMap<string, string>;
  /** URIs that each registered schema refers to. */
  readonly #targets = new Map<string, ReadonlySet<string>>();
  /** Error messages by URI; a schema that refers to one of these fails, too. */
  readonly #failures = new Map<string, string>();

  /**
   * @param part Name of the mode.
   * @param findFault Returns why a definition is no valid schema.
   */
  constructor(
    mode: CompilerMode,
    part: string,
    definitions: DefinitionIndex,
    findFault: (definition: IndexedDefinition) => string | undefined,
  ) {
    this.#ajv = createCompiler(mode);
    this.#form = mode.fillsDefaults ? 'filling' : 'plain';
    this.#definitions = definitions;
    this.#findFault = findFault;
    this.#sharedFiles = new Map(
      [...definitions.values()].flatMap((definition) => {
        if (definition.shared === undefined) return [];
        const file = `./${nameSharedModule(part, definition.shared)}`;
        return this.#listForms(definition).map((formed) => [definitionUri(formed), file] as const);
      }),
    );
  }

  /**
   * Compiles schemas that were not compiled yet.
   *
   * @returns Error messages of schemas that cannot be compiled, by id.
   */
  compile(schemas: readonly SchemaToCompile[]): ReadonlyMap<string, string> {
    this.#compileAll(schemas, []);
    const failed = schemas.flatMap(({ id }) => {
      const message = this.#failures.get(schemaUri(id));
      return message === undefined ? [] : [[id, message] as const];
    });
    return new Map(failed);
  }

  /** The text of a module that exports compiled schemas. It still requires parts of Ajv. */
  print(ids: readonly string[]): string {
    return this.#print(new Map(ids.map((id) => [id, schemaUri(id)])));
  }

  /**
   * The text of a module that exports definitions in all forms that other modules may import.
   *
   * @throws {Error} When one of them cannot be compiled.
   */
  printShared(names: readonly string[]): string {
    const formed = names.flatMap((name) => this.#listForms(this.#find(name)));
    this.#compileAll([], formed);
    const uris = formed.map(definitionUri);
    const failure = uris.map((uri) => this.#failures.get(uri)).find((message) => message !== undefined);
    if (failure !== undefined) throw new Error(failure);
    return this.#print(new Map(uris.map((uri) => [exportName(uri), uri])));
  }

  #find(name: string): IndexedDefinition {
    const definition = this.#definitions.get(name);
    if (definition === undefined) throw new Error(`There is no definition "${name}".`);
    return definition;
  }

  /** All forms in which the schemas of this mode may need a definition. */
  #listForms(definition: IndexedDefinition): readonly FormedDefinition[] {
    const forms: readonly DefinitionForm[] =
      definition.needs.has('defaults') && this.#form === 'filling' ? ['filling', 'plain'] : ['plain'];
    return forms.map((form) => ({ definition, form }));
  }

  /**
   * Compiles schemas and definitions, each after those that it refers to. Ajv by itself descends from every reference into
   * its target; in this order it never has to, so that the stack does not limit the number of definitions.
   */
  #compileAll(schemas: readonly SchemaToCompile[], definitions: readonly FormedDefinition[]): void {
    const added = this.#register(schemas, definitions);
    for (const component of listComponents(added)) {
      // The order of the URIs: the same code comes out whatever was compiled before.
      const members = component.toSorted();
      const targets = members.flatMap((uri) => [...(added.get(uri) ?? [])]);
      let failure = targets.map((uri) => this.#failures.get(uri)).find((message) => message !== undefined);
      for (const uri of members) this.#markCompiling(uri, true);
      for (const uri of members) {
        this.#markCompiling(uri, false);
        failure ??= this.#compileOne(uri);
      }
      if (failure !== undefined) for (const uri of members) this.#failures.set(uri, failure);
    }
  }

  /** Registers schemas, definitions and all that they refer to with Ajv. Returns the targets of those that are new. */
  #register(
    schemas: readonly SchemaToCompile[],
    definitions: readonly FormedDefinition[],
  ): ReadonlyMap<string, ReadonlySet<string>> {
    const added = new Map<string, ReadonlySet<string>>();
    const waiting = new Map(definitions.map((formed) => [definitionUri(formed), formed]));
    const add = (uri: string, prepare: (refer: DefinitionReferrer) => object | boolean): void => {
      const targets = new Set<string>();
      added.set(uri, targets);
      this.#targets.set(uri, targets);
      const refer: DefinitionReferrer = (name, wanted) => {
        const definition = this.#find(name);
        const formed: FormedDefinition = { definition, form: definition.needs.has('defaults') ? wanted : 'plain' };
        const target = definitionUri(formed);
        waiting.set(target, formed);
        targets.add(target);
        return target;
      };
      this.#ajv.addSchema(
        prepareOrFault(() => prepare(refer)),
        uri,
      );
    };
    for (const { id, text } of schemas) add(schemaUri(id), (refer) => prepareForm(text, this.#form, refer));
    for (const [uri, { definition, form }] of waiting) {
      if (this.#targets.has(uri)) continue;
      add(uri, (refer) => {
        const fault = this.#findFault(definition);
        if (fault !== undefined) return { fault: `"${definition.name}": ${fault}` };
        return prepareForm(definition.text, form, refer);
      });
    }
    return added;
  }

  /** Ajv calls a schema that is marked through a variable that is set later, as in a recursion. */
  #markCompiling(uri: string, isCompiling: boolean): void {
    const schema = this.#ajv.schemas[uri];
    if (schema === undefined) throw new Error(`There is no schema ${uri}.`);
    if (isCompiling) this.#ajv._compilations.add(schema);
    else this.#ajv._compilations.delete(schema);
  }

  #compileOne(uri: string): string | undefined {
    try {
      this.#ajv.getSchema(uri);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** @param exports URIs by the name of the export. */
  #print(exports: ReadonlyMap<string, string>): string {
    const own = new Set(exports.values());
    const isImported = (uri: string): boolean => !own.has(uri) && this.#sharedFiles.has(uri);
    const reached = new Set(own);
    for (const uri of reached) {
      if (!isImported(uri)) for (const target of this.#targets.get(uri) ?? []) reached.add(target);
    }
    const imports = [...reached]
      .filter(isImported)
      .map((uri) => ({ uri, name: exportName(uri), module: this.#sharedFiles.get(uri) ?? '' }));
    const code = printModule(this.#ajv, reached, exports, imports);
    // In an object literal `"__proto__":` sets the prototype, `["__proto__"]:` a property.
    return code.replace(/(?<=[{,])"__proto__":/g, '["__proto__"]:');
  }
}

function schemaUri(path: string): string {
  return `schema:/${path}`;
}

function definitionUri({ definition, form }: FormedDefinition): string {
  return schemaUri(`${form}/${digestTexts([definition.name]).slice(0, 20)}`);
}

/** Name under which a module exports the form of a definition: that of the form, and a digest. */
function exportName(uri: string): string {
  return uri.slice(schemaUri('').length).replace('/', '_');
}

/** A schema that cannot be prepared becomes one that Ajv refuses with the message. */
function prepareOrFault(prepare: () => object | boolean): object | boolean {
  try {
    return prepare();
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
