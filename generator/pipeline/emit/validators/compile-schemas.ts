import type { Ajv, Name } from 'ajv';
import { describeKeyword } from '../../../../runtime/wire/describe-keyword.js';
import { digestTexts } from '../../../core/code/digest-texts.js';
import type { Dialect } from '../../../core/model/model.js';
import { findKnownValidator } from '../../../core/schema/known-validators.js';
import { createCompiler } from './create-compiler.js';
import type { DefinitionIndex } from './definition-index.js';
import { isJsonObject, stringifyJson, toPlainJson, type Json, type JsonObject } from '../../../core/model/json.js';
import { triedKeywords } from '../../../core/schema/keywords.js';
import { visitParts } from '../../../core/schema/map-schema.js';
import { findRepeated, hasBranches, type SchemaReferences } from './find-repeated.js';
import { listComponents } from '../../../core/schema/list-components.js';
import type { CompilerMode, ValidatorJob } from './list-jobs.js';
import { prepareForm, type DefinitionForm, type DefinitionReferrer } from './prepare-schema.js';
import { printModule } from './print-module.js';
import { importFormats } from './share-formats.js';
import { importReader, registerTable, setTable } from './print-table.js';
import { nameSharedModule } from './share-definitions.js';
import { shortenErrors } from './shorten-errors.js';
import { isTabular, splitSchema } from './split-schema.js';

/** Definition in one of its compiled forms. */
interface FormedDefinition {
  readonly name: string;
  readonly form: DefinitionForm;
}

/**
 * Compiles the schemas of a mode with Ajv. Referenced definitions are compiled once, to shared functions. The code of a
 * schema depends only on the schemas that it refers to, directly or indirectly.
 * @see docs/decisions/0013-validators-are-generated-code.md
 */
export class SchemaCompiler {
  readonly #ajv: Ajv;
  readonly #mode: CompilerMode;
  readonly #maxInteger: number | undefined;
  readonly #definitions: DefinitionIndex;
  readonly #isCompact: boolean;
  /** Whether modules import the formats. */
  readonly #sharesFormats: boolean;
  #usesFormats = false;
  /** Files of shared definitions, by the URI of each form of a definition. */
  readonly #sharedFiles = new Map<string, string>();
  /** References from jobs and definitions to definitions. */
  readonly #references = new Map<string, SchemaReferences>();
  /** URIs that each registered schema refers to, including references in its parts. */
  readonly #links = new Map<string, readonly string[]>();
  /** Schemas with table-driven validators. */
  readonly #tables = new Map<string, JsonObject>();
  /** URIs of schemas that could be applied to the same value exponentially many times. */
  readonly #repeated: ReadonlySet<string>;
  /** Error messages by URI. A schema that refers to one of these URIs also fails. */
  readonly #failures = new Map<string, string>();

  /** @param isCompact Whether to use tables where possible, which makes the code six times shorter. */
  constructor(mode: CompilerMode, jobs: readonly ValidatorJob[], definitions: DefinitionIndex, isCompact: boolean) {
    this.#ajv = createCompiler(mode);
    this.#mode = mode;
    this.#maxInteger = maxIntegerOf(mode);
    this.#definitions = definitions;
    this.#sharesFormats = isCompact;
    this.#isCompact = isCompact && !mode.ownProperties && !mode.unevaluated;
    this.#registerAll(jobs);
    this.#repeated = findRepeated(this.#references);
    this.#compileAll();
    for (const [uri, table] of this.#tables) {
      if (this.#failures.has(uri)) continue;
      setTable(this.#ajv, uri, table, this.#repeated.has(uri), (target) => this.#nameOf(target));
    }
  }

  /** Returns the reason why the schema of a job cannot be compiled. */
  findFailure({ id }: ValidatorJob): string | undefined {
    return this.#failures.get(schemaUri(id));
  }

  /** Whether modules import the table reader. */
  get hasTables(): boolean {
    return this.#tables.size > 0;
  }

  /** Whether printed modules import the formats. */
  get usesFormats(): boolean {
    return this.#usesFormats;
  }

  /** Prints a module that exports schemas by ID. The module still requires parts of Ajv. */
  print(jobs: readonly ValidatorJob[]): string {
    return this.#print(new Map(jobs.map(({ id }) => [id, schemaUri(id)])));
  }

  /** Prints a module that exports definitions in all forms. */
  printShared(names: readonly string[]): string {
    const uris = names.flatMap((name) => this.#listForms(name)).map(definitionUri);
    return this.#print(new Map(uris.map((uri) => [exportName(uri), uri])));
  }

  /** Lists the forms of a definition that schemas of this mode can need. */
  #listForms(name: string): readonly FormedDefinition[] {
    const hasDefaults = this.#definitions.get(name)?.needs.has('defaults') === true;
    const forms: readonly DefinitionForm[] = hasDefaults && this.#mode.fillsDefaults ? ['filling', 'plain'] : ['plain'];
    return forms.map((form) => ({ name, form }));
  }

  /** Registers schemas with Ajv, and all definitions that they refer to. */
  #registerAll(jobs: readonly ValidatorJob[]): void {
    const waiting = new Map<string, FormedDefinition>();
    const register = (uri: string, schema: Json, prepare: (refer: DefinitionReferrer) => Json): void => {
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
      this.#register(uri, prepare(refer));
    };
    for (const { id, schema, text } of new Map(jobs.map((job) => [job.id, job])).values()) {
      const form = this.#mode.fillsDefaults ? 'filling' : 'plain';
      const problem = findProblem(this.#mode.dialect, text);
      register(schemaUri(id), schema, (refer) =>
        problem === undefined ? prepareForm(schema, form, this.#maxInteger, refer) : failing(problem),
      );
    }
    // The loop appends definitions that are newly referenced.
    for (const [uri, { name, form }] of waiting) {
      const definition = this.#definitions.get(name);
      const problem = definition ? findProblem(definition.dialect, definition.text) : 'This definition does not exist.';
      register(uri, definition?.schema ?? true, (refer) =>
        definition && problem === undefined
          ? prepareForm(definition.schema, form, this.#maxInteger, refer)
          : failing(`"${name}": ${problem}`),
      );
    }
  }

  /** Registers a schema with Ajv, and the parts of it that become separate functions. */
  #register(uri: string, schema: Json): void {
    const ignored = this.#mode.purpose === 'input' ? noKeywords : outputIgnores;
    const isSplit = this.#isCompact && isJsonObject(schema) && !triesDefaults(schema);
    const split = isSplit ? splitSchema(schema, ignored, (part) => this.#registerPart(part)) : schema;
    this.#links.set(uri, listReferences(split));
    if (isSplit && isJsonObject(split) && isTabular(schema, ignored)) {
      this.#tables.set(uri, split);
      // Ajv searches the whole schema for discriminators.
      registerTable(this.#ajv, uri, toSchema(schema));
    } else {
      this.#ajv.addSchema(toSchema(split), uri);
    }
  }

  /** Registers a part. Equal parts share a function. */
  #registerPart(part: JsonObject): string {
    const uri = schemaUri(`part/${digestTexts([stringifyJson(part)]).slice(0, 20)}`);
    if (!this.#links.has(uri)) this.#register(uri, part);
    return uri;
  }

  /**
   * Compiles each schema after the schemas that it refers to. Otherwise, Ajv would recurse from every reference into
   * its target, and the stack size would limit the number of definitions.
   */
  #compileAll(): void {
    for (const component of listComponents(this.#links)) {
      // Sorted, so that the code does not depend on other schemas.
      const members = component.toSorted();
      const targets = members.flatMap((uri) => this.#links.get(uri) ?? []);
      let failure = targets.map((uri) => this.#failures.get(uri)).find((message) => message !== undefined);
      for (const uri of members) this.#markCompiling(uri, true);
      for (const uri of members) {
        this.#markCompiling(uri, false);
        failure ??= this.#compileOne(uri);
      }
      if (failure !== undefined) for (const uri of members) this.#failures.set(uri, failure);
    }
  }

  /** Marks a schema as being compiled. Ajv then calls it through a variable that is set later, as it does for recursive schemas. */
  #markCompiling(uri: string, isCompiling: boolean): void {
    const schema = this.#ajv.schemas[uri];
    if (schema === undefined) throw new Error(`Schema ${uri} does not exist.`);
    if (isCompiling) this.#ajv._compilations.add(schema);
    else this.#ajv._compilations.delete(schema);
  }

  /**
   * Compiles a schema. Shortens the code immediately, because V8 stores it as thousands of string pieces until it is
   * read.
   */
  #compileOne(uri: string): string | undefined {
    try {
      const source = this.#ajv.getSchema(uri)?.source;
      if (source !== undefined) source.validateCode = shortenErrors(source.validateCode);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  #nameOf(uri: string): Name {
    const source = this.#ajv.getSchema(uri)?.source;
    if (source === undefined) throw new Error(`Schema ${uri} has no code.`);
    return source.validateName;
  }

  /** @param exports URIs by export name. */
  #print(exports: ReadonlyMap<string, string>): string {
    const exportedUris = new Set(exports.values());
    const isImported = (uri: string): boolean => !exportedUris.has(uri) && this.#sharedFiles.has(uri);
    const reached = new Set(exportedUris);
    for (const uri of reached) {
      if (!isImported(uri)) for (const target of this.#links.get(uri) ?? []) reached.add(target);
    }
    const imports = [...reached]
      .filter(isImported)
      .map((uri) => ({ uri, name: exportName(uri), module: this.#sharedFiles.get(uri) ?? '' }));
    const readsTables = [...reached].some((uri) => this.#tables.has(uri) && !isImported(uri));
    const code = printModule(this.#ajv, reached, exports, imports, (uri) => this.#repeated.has(uri));
    // In an object literal, `"__proto__":` sets the prototype, but `["__proto__"]:` defines a property.
    const safe = code.replace(/(?<=[{,])"__proto__":/g, '["__proto__"]:');
    const importing = this.#sharesFormats ? importFormats(safe) : safe;
    this.#usesFormats ||= importing !== safe;
    return readsTables ? importReader(this.#mode.purpose) + importing : importing;
  }
}

/**
 * Largest allowed integer if the runtime preserves the exact digits of integers. The runtime rounds even such integers
 * to finite numbers.
 */
const maxSentInteger = Number.MAX_VALUE;

/** Returns the largest integer that an input allows; `undefined` for outputs, which have no limit. */
function maxIntegerOf({ purpose, refusesRounded }: CompilerMode): number | undefined {
  if (purpose === 'output') return undefined;
  return refusesRounded ? Number.MAX_SAFE_INTEGER : maxSentInteger;
}

const noKeywords: ReadonlySet<string> = new Set();

/** Keywords that output validators do not assert. */
const outputIgnores: ReadonlySet<string> = new Set(['format', 'contentEncoding']);

/** Whether a default is inside a keyword for alternatives or conditions, where a separate function would fill it in. */
function triesDefaults(schema: Json): boolean {
  if (!hasDefaults(schema)) return false;
  let isFound = false;
  visitParts(schema, (part) => {
    const tried = [...part].filter(([keyword]) => triedKeywords.has(keyword));
    isFound ||= hasDefaults(new Map(tried));
  });
  return isFound;
}

function hasDefaults(schema: Json): boolean {
  let isFound = false;
  visitParts(schema, (part) => (isFound ||= part.has('default')));
  return isFound;
}

/** Lists the URIs that a schema refers to. */
function listReferences(schema: Json): readonly string[] {
  const found = new Set<string>();
  visitParts(schema, (part) => {
    const reference = part.get('$ref');
    if (typeof reference === 'string') found.add(reference);
  });
  return [...found];
}

/** Converts a schema to a new object, because Ajv identifies schemas by object. */
function toSchema(schema: Json): object | boolean {
  return toPlainJson(schema) as object | boolean;
}

/** Creates a schema whose compilation fails with the given message. */
function failing(problem: string): Json {
  return new Map([['failure', problem]]);
}

/** Returns the reason why a schema is invalid in its dialect. */
function findProblem(dialect: Dialect, text: string): string | undefined {
  const validate = findKnownValidator(dialect);
  if (validate(JSON.parse(text))) return undefined;
  const [error] = validate.errors ?? [];
  return `The schema is invalid at ${error?.instancePath || 'its root'}: ${error ? describeKeyword(error) : ''}.`;
}

function schemaUri(path: string): string {
  return `schema:/${path}`;
}

function definitionUri({ name, form }: FormedDefinition): string {
  return schemaUri(`${form}/${digestTexts([name]).slice(0, 20)}`);
}

/** Returns the export name of a definition, which consists of its form and a digest. */
function exportName(uri: string): string {
  return uri.slice(schemaUri('').length).replace('/', '_');
}
