import { stringLiteral } from '../core/code/escape.js';
import type { GeneratedFile, StubFile } from '../core/code/generated-file.js';
import type { MemberView } from '../core/code/json-expression.js';
import type { RenderTemplate } from '../core/code/templates.js';
import type { FormerKey } from '../core/source/former-keys.js';
import type { SourceNode } from '../core/source/source-node.js';
import type { DiagnosticRule } from '../core/diagnostics/diagnostic-table.js';
import type { Diagnostic } from '../core/diagnostics/diagnostic.js';
import type { DescriptorModel, Model, NeededPackage, ToolModel, VariableGroup } from '../core/model/model.js';
import type { Parts } from '../core/model/part-key.js';
import type { ChangeRow } from './changes/change-rules.js';
import type { Change, EntryChanges } from './changes/change.js';
import type { Versions } from './changes/diff-lists.js';
import type { ToolFields } from './descriptors/descriptor-fields.js';
import type { DefinitionSet } from './definition/definition-set.js';
import type { Resolution } from './definition/resolve-entry.js';
import type { Anchors } from './pages/anchors.js';
import type { Line, SectionBlock } from './pages/document.js';
import type { FileSearch } from './load/file-search.js';
import type { ProjectPaths } from './emit/handler-module.js';
import type { ToolValidators } from './emit/tool-members.js';

/** Model of a project with everything that emitters need. */
export interface Emitting {
  /** The model with the forms of advertised output schemas. */
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
  /** Paths relative to the generated folder. */
  readonly files?: readonly GeneratedFile[];
  /** Initial versions of user files, paths relative to the root. */
  readonly stubs?: readonly StubFile[];
  /** Members of the definition. */
  readonly members?: readonly MemberView[];
  /** Members of its `parts`: loaders of code for the row of the same name in `parts.ts` of the runtime. */
  readonly parts?: readonly MemberView[];
  /** Members of its `capabilities`. */
  readonly capabilities?: readonly string[];
}

/** Definitions that a model is made of. */
export interface Reading {
  readonly resolution: Resolution;
  readonly definitions: DefinitionSet;
  /** Parts of OpenAPI documents that are not in the model. */
  readonly apis: { readonly parts?: Parts };
}

/** An entry, with members of tools. */
export type ComparedEntry = DescriptorModel & Partial<Pick<ToolModel, 'handler' | 'isInactive'>>;

/**
 * Optional feature of servers. Its folder has its code for every stage; `features.ts` lists all features.
 *
 * @see docs/decisions/0029-a-feature-is-one-folder-and-one-line.md
 */
export interface Feature {
  /** Name of its folder. */
  readonly name: string;
  /** Its diagnostics. */
  readonly diagnostics?: readonly DiagnosticRule[];
  /** Its rules of `diff`. */
  readonly changes?: readonly ChangeRow[];
  /** Keys that it adds to the root of definitions. */
  readonly root?: {
    /** Keys with entries, each with the singular noun for an entry. */
    readonly sections?: { readonly [key: string]: string };
    /** Keys that only one of the files may have. */
    readonly settings?: readonly string[];
  };
  /** Deprecated names and values of its keys. */
  readonly formerKeys?: readonly FormerKey[];
  /** Search for its files and folders in definitions. */
  readonly files?: FileSearch;
  /** Reads its keys of a tool, prompt, resource or template. */
  readonly readEntry?: <Entry extends DescriptorModel>(entry: Entry, node: SourceNode) => Entry;
  /** Reads its keys of a tool, including API tools. */
  readonly readTool?: (tool: ToolModel, node: SourceNode, resolution: Resolution) => ToolModel;
  /** Adds its data to the model, which already has the tools, prompts and resources of the definitions. */
  readonly read?: (model: Model, reading: Reading) => Model;
  /** Lists environment variables that it reads, in addition to declared ones. */
  readonly environment?: (model: Model) => readonly VariableGroup[];
  /** Lists npm packages that its generated code imports. */
  readonly packages?: (model: Model) => readonly NeededPackage[];
  /** Checks the definitions once the model is complete. */
  readonly check?: (model: Model, reading: Reading) => readonly Diagnostic[];
  /** Comparison of two models. */
  readonly diff?: {
    /** Reports changes of the server's own settings. */
    readonly server?: (changes: EntryChanges, versions: Versions) => void;
    /** Reports changes of a tool, prompt, resource or template. */
    readonly entry?: (changes: EntryChanges, old: ComparedEntry, recent: ComparedEntry, versions: Versions) => void;
    /** Lists changes of other things. */
    readonly others?: (versions: Versions) => readonly Change[];
  };
  /** Its part of user docs. */
  readonly site?: {
    /** Describes a tool, one fact per line. */
    readonly facts?: (tool: ToolModel) => readonly Line[];
    /** Sections that follow the entries. */
    readonly sections?: (model: Model, anchors: Anchors) => readonly SectionBlock[];
    /** Sections for operators, after those for clients. */
    readonly operation?: (model: Model, anchors: Anchors) => readonly SectionBlock[];
  };
  /** Returns members of a tool in generated code. */
  readonly toolMembers?: (tool: ToolModel) => readonly MemberView[];
  /** Emits files and members; none for a model without the feature. Pure. */
  readonly emit?: (emitting: Emitting) => Emitted;
}

/** Returns a member of the definition that loads an export of a generated module. */
export function loadExport(name: string, module: string, exported: string): MemberView {
  return { name, value: `async () => (await import(${stringLiteral(module)})).${exported}` };
}
