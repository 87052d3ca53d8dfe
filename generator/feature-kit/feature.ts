import { stringLiteral } from '../core/code/escape.js';
import type { GeneratedFile, StubFile } from '../core/code/generated-file.js';
import type { MemberView } from '../core/code/json-expression.js';
import type { RenderTemplate } from '../core/code/templates.js';
import type { FormerKey } from '../core/source/former-keys.js';
import type { SourceNode } from '../core/source/source-node.js';
import type { DiagnosticRule } from '../core/diagnostics/diagnostic-table.js';
import type { Diagnostic, SourceLocation } from '../core/diagnostics/diagnostic.js';
import type {
  ApiModel,
  DeclaredHandlerModel,
  DescriptorModel,
  Model,
  NeededPackage,
  PromptModel,
  ResourceTemplateModel,
  ToolModel,
  VariableGroup,
} from '../core/model/model.js';
import type { Parts } from '../core/model/part-key.js';
import type { Place } from '../core/model/place.js';
import type { ChangeRow } from './changes/change-rules.js';
import type { Change, EntryChanges } from './changes/change.js';
import type { Versions } from './changes/diff-lists.js';
import type { ToolFields } from './descriptors/descriptor-fields.js';
import type { DefinitionEntry, DefinitionSet } from './definition/definition-set.js';
import type { Resolution } from './definition/resolve-entry.js';
import type { Finding } from './finding.js';
import type { Implementation } from './implementation.js';
import type { Anchors } from './pages/anchors.js';
import type { Line, SectionBlock } from './pages/document.js';
import type { FileSearch } from './load/file-search.js';
import type { LookupOptions } from './load/lookup-options.js';
import type { Workspace } from './load/workspace.js';
import type { ProjectPaths } from './emit/handler-module.js';
import type { ToolValidators } from './emit/tool-members.js';
import type { ReferredSchema } from './resolve/schema-resolver.js';

/** Project model with everything that emitters need. */
export interface Emitting {
  /** Model in which each tool has its output schema in the form that is advertised. */
  readonly model: Model;
  readonly paths: ProjectPaths;
  readonly render: RenderTemplate;
  readonly validators: ToolValidators;
  /** Returns the descriptor of a tool. */
  readonly describeTool: (tool: ToolModel) => ToolFields;
  /** Returns the members that features add to a tool. */
  readonly addMembers: (tool: ToolModel) => readonly MemberView[];
}

/** Files and members that a feature adds to a project. */
export interface Emitted {
  /** Generated files. Paths are relative to the generated folder. */
  readonly files?: readonly GeneratedFile[];
  /** Initial versions of user files. Paths are relative to the project root. */
  readonly stubs?: readonly StubFile[];
  /** Members added to the generated definition. */
  readonly members?: readonly MemberView[];
  /**
   * Members added to `parts` of the definition: loaders of the code for the row with the same name in the runtime's
   * `parts.ts`.
   */
  readonly parts?: readonly MemberView[];
  /** Members added to `capabilities` of the definition. */
  readonly capabilities?: readonly string[];
}

/** Type in a generated module. */
export interface GeneratedType {
  readonly name: string;
  /** Specifier for modules in the generated folder. */
  readonly module: string;
}

/** Definitions of a project for which a feature looks up facts. */
export interface Lookup {
  readonly workspace: Workspace;
  readonly definitions: DefinitionSet;
  /** Absolute path of the project. */
  readonly root: string;
  readonly options: LookupOptions;
}

/** Project that `doctor` examines. */
export interface Examination {
  readonly model: Model;
  /** Absolute path of the project. */
  readonly root: string;
  /** Environment variables, with those in `.env` of the project. */
  readonly environment: { readonly [name: string]: string | undefined };
  /** Reads the definitions once more, for a lookup with other options. */
  readonly readLookup: (options: LookupOptions) => Promise<Lookup>;
}

/** Definitions from which a model is built. */
export interface Reading {
  readonly resolution: Resolution;
  readonly definitions: DefinitionSet;
  /** Data from OpenAPI documents that is not part of the model. */
  readonly apis: { readonly parts?: Parts };
}

/** Valid model on which a feature gives advice. */
export interface Advising {
  /** Returns the location of a place or of its nearest ancestor in the definitions; `undefined` if unknown. */
  readonly locate: (place: Place) => SourceLocation | undefined;
  /** Whether to include advice that can be wrong. Otherwise, a feature gives only advice that is certain. */
  readonly isThorough: boolean;
  /** Diagnostics found so far, which advice does not repeat. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Warning about a valid entry. */
export interface Advice extends Diagnostic {
  /** Name of the tool or prompt, or URI of the resource or template; absent for advice about the server. */
  readonly entry?: string;
}

/** Input schema as written, in two parts. */
export interface SplitInput {
  /** Schema of the arguments that callers send. */
  readonly input: SourceNode;
  /** Schema of the arguments that the server supplies, all of them required. */
  readonly supplied: SourceNode;
}

/** Input of a feature that adds tools. */
export interface ToolSource {
  readonly workspace: Workspace;
  readonly definitions: DefinitionSet;
  /** Name of the server. */
  readonly server: string;
  /** Names that the tools cannot have (`tool`, `type` or `file` and a name), and names from earlier runs. */
  readonly taken: { readonly claims: ReadonlySet<string>; readonly earlier: ReadonlyMap<string, string> };
  /** Maximum number of characters in a tool name that the user did not choose. */
  readonly maxNameLength: number;
}

/** Tools that are not under `tools` of a definition. References in their schemas are keys of `referred`. */
export interface AddedTools {
  readonly tools: readonly AddedTool[];
  readonly apis: readonly ApiModel[];
  readonly referred: readonly ReferredSchema[];
  readonly diagnostics: readonly Diagnostic[];
  /** Tool names to keep in the next run. */
  readonly names: ReadonlyMap<string, string>;
}

/** Tool that a feature adds. */
interface AddedTool {
  readonly tool: ToolModel;
  readonly location: SourceLocation;
  /** Entry with the settings of the tool. */
  readonly override?: DefinitionEntry;
}

/** Entry with the members that only tools have. */
export type ComparedEntry = DescriptorModel & Partial<Pick<ToolModel, 'addedSchemas' | 'handler' | 'isInactive'>>;

/**
 * Optional server feature. Its folder contains its code for every stage; `features.ts` lists all features.
 * @see docs/decisions/0029-a-feature-is-one-folder-and-one-line.md
 */
export interface Feature {
  /** Folder name of the feature. */
  readonly name: string;
  /** Diagnostics of the feature. */
  readonly diagnostics?: readonly DiagnosticRule[];
  /** `diff` rules of the feature. */
  readonly changes?: readonly ChangeRow[];
  /** Keys that the feature adds to the root of definitions. */
  readonly root?: {
    /** Keys that contain entries, each with the singular noun for an entry. */
    readonly sections?: { readonly [key: string]: string };
    /** Keys that can appear in only one file. */
    readonly settings?: readonly string[];
  };
  /** Deprecated names and values of the feature's keys. */
  readonly formerKeys?: readonly FormerKey[];
  /** Search for files and folders that definitions name. */
  readonly files?: FileSearch;
  /**
   * Looks up facts that definitions depend on, for example in a database, and adds them to the workspace as a part. Facts
   * of the last run come from a lock file in the generated folder.
   */
  readonly lookUp?: (lookup: Lookup) => Promise<Workspace>;
  /** Reads the feature's keys in a tool, prompt, resource or template. */
  readonly readEntry?: <Entry extends DescriptorModel>(entry: Entry, node: SourceNode, resolution: Resolution) => Entry;
  /** Returns the implementation that a key of a resource, template or completion declares; not for tools. */
  readonly findDeclared?: (node: SourceNode, workspace: Workspace) => DeclaredHandlerModel | undefined;
  /** Separates the arguments that the server supplies from an input schema as written; `undefined` if there are none. */
  readonly splitInput?: (inputSchema: SourceNode) => SplitInput | undefined;
  /** Whether the server supplies an argument of a prompt, or a variable of a template, as written. */
  readonly isSupplied?: (argument: SourceNode) => boolean;
  /** Reads the feature's keys in a tool, including API tools. */
  readonly readTool?: (tool: ToolModel, node: SourceNode, resolution: Resolution, entry: DefinitionEntry) => ToolModel;
  /** Adds tools that are not under `tools`, before the schemas that they refer to get names. */
  readonly tools?: (source: ToolSource) => AddedTools;
  /**
   * Adds the feature's data to the model, which already contains the tools, prompts and resources of the definitions.
   */
  readonly read?: (model: Model, reading: Reading) => Model;
  /** Lists environment variables that the feature reads, in addition to the declared ones. */
  readonly environment?: (model: Model) => readonly VariableGroup[];
  /** Lists npm packages that the feature's generated code imports. */
  readonly packages?: (model: Model) => readonly NeededPackage[];
  /** Checks the definitions once the model is complete. */
  readonly check?: (model: Model, reading: Reading) => readonly Diagnostic[];
  /** Gives advice on a model without errors. */
  readonly advise?: (model: Model, advising: Advising) => readonly Advice[];
  /** Describes a tool that the feature implements; `undefined` for all other tools. */
  readonly implementation?: (tool: ToolModel, model: Model) => Implementation | undefined;
  /** Fixes for functions that generated code imports, and a module of the user does not export, by name. */
  readonly exportHelp?: { readonly [name: string]: (module: string) => string };
  /** Checks, for `doctor`, whether what the server uses is there, such as a database. Changes nothing. */
  readonly examine?: (examination: Examination) => Promise<readonly Finding[]>;
  /** How the feature compares two models. */
  readonly diff?: {
    /** Reports changes to the server settings. */
    readonly server?: (changes: EntryChanges, versions: Versions) => void;
    /** Reports changes to a tool, prompt, resource or template. */
    readonly entry?: (changes: EntryChanges, old: ComparedEntry, recent: ComparedEntry, versions: Versions) => void;
    /** Lists all other changes. */
    readonly others?: (versions: Versions) => readonly Change[];
  };
  /** The feature's part of the reference docs. */
  readonly site?: {
    /** Describes a tool as a list of one-line facts. */
    readonly facts?: (tool: ToolModel) => readonly Line[];
    /** Sections after the entries. */
    readonly sections?: (model: Model, anchors: Anchors) => readonly SectionBlock[];
    /** Sections for operators, after the sections for clients. */
    readonly operation?: (model: Model, anchors: Anchors) => readonly SectionBlock[];
  };
  /**
   * Returns the text that a tool returns without its handler, for mocks; `undefined` if that is not known.
   *
   * @param input Arguments of the call.
   */
  readonly knownResult?: (tool: ToolModel, input: { readonly [name: string]: unknown }) => string | undefined;
  /**
   * Returns the type of a tool's errors, which maps names to data: the path of the generated module and the name in it;
   * `undefined` if the tool declares none.
   */
  readonly errorsType?: (tool: ToolModel) => GeneratedType | undefined;
  /** Returns comment lines for the stub of a tool, which show what its handler can do. */
  readonly stubHints?: (tool: ToolModel) => readonly string[];
  /** Returns members to add to a prompt or template in generated code. */
  readonly entryMembers?: (entry: PromptModel | ResourceTemplateModel) => readonly MemberView[];
  /** Returns members to add to a tool in generated code. */
  readonly toolMembers?: (tool: ToolModel) => readonly MemberView[];
  /** Emits files and members; none for a model that does not use the feature. Pure. */
  readonly emit?: (emitting: Emitting) => Emitted;
}

/** Returns a definition member that loads an export of a generated module or of an entry point of the runtime. */
export function loadExport(name: string, module: string, exported: string): MemberView {
  return { name, value: `async () => (await import(${stringLiteral(module)})).${exported}` };
}
