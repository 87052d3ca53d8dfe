import type { Ajv } from 'ajv';
import { digestTexts } from '../../code/digest-texts.js';
import type { Dialect } from '../../model/model.js';
import { findKnownValidator } from '../../schema/known-validators.js';
import { createCompiler } from './create-compiler.js';
import type { DefinitionIndex } from './definition-index.js';
import type { Json } from '../../model/json.js';
import { findRepeated, hasBranches, type SchemaReferences } from './find-repeated.js';
import { listComponents } from '../../schema/list-components.js';
import type { CompilerMode, ValidatorJob } from './list-jobs.js';
import { prepareForm, type DefinitionForm, type DefinitionReferrer } from './prepare-schema.js';
import { printModule } from './print-module.js';
import { nameSharedModule } from './share-definitions.js';

/** A definition in one of its forms. */
interface FormedDefinition {
  readonly name: string;
  readonly form: DefinitionForm;
}

/**
 * Compiles the schemas of one mode with Ajv. Definitions that they refer to are compiled once and become functions that the
 * schemas share. The code of a schema depends only on the schemas that it refers to, directly or not.
 */
export class SchemaCompiler {
  readonly #ajv: Ajv;
  readonly #mode: CompilerMode;
  readonly #definitions: DefinitionIndex;
  /** Files that shared definitions are imported from, by the URIs of their forms. */
  readonly #sharedFiles = new Map<string, string>();
  /** References of each registered schema to others. */
  readonly #references = new Map<string, SchemaReferences>();
  /** URIs of schemas that may apply to the same value too often. */
  readonly #repeated: ReadonlySet<string>;
  /** Error messages by URI; a schema that refers to one of these fails, too. */
  readonly #failures = new Map<string, string>();

  constructor(mode: CompilerMode, jobs: readonly ValidatorJob[], definitions: DefinitionIndex) {
    this.#ajv = createCompiler(mode);
    this.#mode = mode;
    this.#definitions = definitions;
    this.#registerAll(jobs);
    this.#repeated = findRepeated(this.#references);
    this.#compileAll();
  }

  /** Why the schema of a job cannot be compiled. */
  findFailure({ id }: ValidatorJob): string | undefined {
    return this.#failures.get(schemaUri(id));
  }

  /** The text of a module that exports schemas by their ids. It still requires parts of Ajv. */
  print(jobs: readonly ValidatorJob[]): string {
    return this.#print(new Map(jobs.map(({ id }) => [id, schemaUri(id)])));
  }

  /** The text of a module that exports definitions in all forms that other modules may import. */
  printShared(names: readonly string[]): string {
    const uris = names.flatMap((name) => this.#listForms(name)).map(definitionUri);
    return this.#print(new Map(uris.map((uri) => [exportName(uri), uri])));
  }

  /** All forms in which the schemas of this mode may need a definition. */
  #listForms(name: string): readonly FormedDefinition[] {
    const hasDefaults = this.#definitions.get(name)?.needs.has('defaults') === true;
    const forms: readonly DefinitionForm[] = hasDefaults && this.#mode.fillsDefaults ? ['filling', 'plain'] : ['plain'];
    return forms.map((form) => ({ name, form }));
  }

  /** Registers schemas and all definitions that they refer to with Ajv. */
  #registerAll(jobs: readonly ValidatorJob[]): void {
    const waiting = new Map<string, FormedDefinition>();
    const register = (uri: string, schema: Json, prepare: (refer: DefinitionReferrer) => object | boolean): void => {
      const targets: string[] = [];
      this.#references.set(uri, { targets, branches: hasBranches(schema) });
      const refer: DefinitionReferrer = (name, wanted) => {
        const forms = this.#listForms(name);
        const formed = forms.find(({ form }) => form === wanted) ?? { name, form: 'plain' };
        const shared = this.#definitions.get(name)?.shared;
        for (const each of shared === undefined ? [formed] : forms) {
          waiting.set(definitionUri(each), each);
          if (shared !== undefined)
            this.#sharedFiles.set(definitionUri(each), `./${nameSharedModule(this.#mode, shared)}`);
        }
        targets.push(definitionUri(formed));
        return definitionUri(formed);
      };
      this.#ajv.addSchema(prepare(refer), uri);
    };
    for (const { id, schema, text } of new Map(jobs.map((job) => [job.id, job])).values()) {
      const form = this.#mode.fillsDefaults ? 'filling' : 'plain';
      const fault = findFault(this.#mode.dialect, text);
      register(schemaUri(id), schema, (refer) =>
        fault === undefined ? prepareForm(schema, form, this.#mode.purpose, refer) : { fault },
      );
    }
    // Definitions that are referred to in the loop are added behind.
    for (const [uri, { name, form }] of waiting) {
      const definition = this.#definitions.get(name);
      const fault = definition ? findFault(definition.dialect, definition.text) : 'There is no such definition.';
      register(uri, definition?.schema ?? true, (refer) =>
        definition && fault === undefined
          ? prepareForm(definition.schema, form, this.#mode.purpose, refer)
          : { fault: `"${name}": ${fault}` },
      );
    }
  }

  /**
   * Compiles each schema after those that it refers to. Ajv by itself descends from every reference into its target; in this
   * order it never has to, so that the stack does not limit the number of definitions.
   */
  #compileAll(): void {
    for (const component of listComponents(
      new Map([...this.#references].map(([uri, { targets }]) => [uri, targets])),
    )) {
      // The order of the URIs: the same code comes out whatever else is compiled.
      const members = component.toSorted();
      const targets = members.flatMap((uri) => [...(this.#references.get(uri)?.targets ?? [])]);
      let failure = targets.map((uri) => this.#failures.get(uri)).find((message) => message !== undefined);
      for (const uri of members) this.#markCompiling(uri, true);
      for (const uri of members) {
        this.#markCompiling(uri, false);
        failure ??= this.#compileOne(uri);
      }
      if (failure !== undefined) for (const uri of members) this.#failures.set(uri, failure);
    }
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
      if (!isImported(uri)) for (const target of this.#references.get(uri)?.targets ?? []) reached.add(target);
    }
    const imports = [...reached]
      .filter(isImported)
      .map((uri) => ({ uri, name: exportName(uri), module: this.#sharedFiles.get(uri) ?? '' }));
    const code = printModule(this.#ajv, reached, exports, imports, (uri) => this.#repeated.has(uri));
    // In an object literal `"__proto__":` sets the prototype, `["__proto__"]:` a property.
    return code.replace(/(?<=[{,])"__proto__":/g, '["__proto__"]:');
  }
}

/** Why a schema is not valid in its dialect. */
function findFault(dialect: Dialect, text: string): string | undefined {
  const validate = findKnownValidator(dialect);
  if (validate(JSON.parse(text))) return undefined;
  const [error] = validate.errors ?? [];
  return `The schema is not valid at ${error?.instancePath || 'its root'}: ${error?.message}.`;
}

function schemaUri(path: string): string {
  return `schema:/${path}`;
}

function definitionUri({ name, form }: FormedDefinition): string {
  return schemaUri(`${form}/${digestTexts([name]).slice(0, 20)}`);
}

/** Name under which a module exports the form of a definition: that of the form, and a digest. */
function exportName(uri: string): string {
  return uri.slice(schemaUri('').length).replace('/', '_');
}
