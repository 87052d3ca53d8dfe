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

/** The model of a project, and what turns it into files. */
export interface Emitting {
  /** With the forms in which output schemas are advertised. */
  readonly model: Model;
  readonly paths: ProjectPaths;
  readonly render: RenderTemplate;
  readonly validators: ToolValidators;
  /** Gives the descriptor of a tool. */
  readonly describeTool: (tool: ToolModel) => ToolFields;
  /** Gives the members that features add to a tool. */
  readonly addMembers: (tool: ToolModel) => readonly MemberView[];
}

/** Files and members that a feature adds to a project. */
export interface Emitted {
  /** Paths relative to the generated folder. */
  readonly files?: readonly GeneratedFile[];
  /** Files of the user as they are first written, paths relative to the root. */
  readonly stubs?: readonly StubFile[];
  /** Members of the definition. */
  readonly members?: readonly MemberView[];
  /** Members of its `parts`: loaders of code that the runtime's row of the same name opens. */
  readonly parts?: readonly MemberView[];
  /** Members of its `capabilities`. */
  readonly capabilities?: readonly string[];
}

/** The definitions that a model is made of. */
export interface Reading {
  readonly resolution: Resolution;
  readonly definitions: DefinitionSet;
  /** Parts that documents of APIs have, besides the model. */
  readonly apis: { readonly parts?: Parts };
}

/** An entry, with members that only tools have. */
export type ComparedEntry = DescriptorModel & Partial<Pick<ToolModel, 'handler' | 'isInactive'>>;

/**
 * A thing that a server may have. What it needs in every stage is in its folder; `features.ts` lists all of them.
 *
 * @see docs/decisions/0029-a-feature-is-one-folder-and-one-line.md
 */
export interface Feature {
  /** Name of its folder. */
  readonly name: string;
  /** Diagnostics that only it reports. */
  readonly diagnostics?: readonly DiagnosticRule[];
  /** Rules that only its comparison reports. */
  readonly changes?: readonly ChangeRow[];
  /** Keys that it adds to the root of definitions. */
  readonly root?: {
    /** Keys with entries, and what one of these is called. */
    readonly sections?: { readonly [key: string]: string };
    /** Keys that only one of the files may have. */
    readonly settings?: readonly string[];
  };
  /** Former names and values of its keys, which work until the next minor version. */
  readonly formerKeys?: readonly FormerKey[];
  /** Files and folders that definitions name for it. */
  readonly files?: FileSearch;
  /** Reads its keys of a tool, prompt, resource or template. */
  readonly readEntry?: <Entry extends DescriptorModel>(entry: Entry, node: SourceNode) => Entry;
  /** Reads its keys of a tool, or of a tool of an API. */
  readonly readTool?: (tool: ToolModel, node: SourceNode, resolution: Resolution) => ToolModel;
  /** Adds what the definitions say of it to the model, which has the tools, prompts and resources of the definitions. */
  readonly read?: (model: Model, reading: Reading) => Model;
  /** Lists environment variables that a server with it reads, besides declared ones. */
  readonly environment?: (model: Model) => readonly VariableGroup[];
  /** Lists packages that the code of a server with it imports. */
  readonly packages?: (model: Model) => readonly NeededPackage[];
  /** Reports faults of the definitions, once the model is complete. */
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
  /** Its part of the page about a server. */
  readonly site?: {
    /** Describes a tool, one fact per line. */
    readonly facts?: (tool: ToolModel) => readonly Line[];
    /** Sections that follow the entries. */
    readonly sections?: (model: Model, anchors: Anchors) => readonly SectionBlock[];
    /** Sections for operators, after those about connecting. */
    readonly operation?: (model: Model, anchors: Anchors) => readonly SectionBlock[];
  };
  /** Gives members of a tool in generated code. */
  readonly toolMembers?: (tool: ToolModel) => readonly MemberView[];
  /** Pure. A feature that the model does not have adds nothing. */
  readonly emit?: (emitting: Emitting) => Emitted;
}

/** Member of the definition that loads an export of a generated module. */
export function loadExport(name: string, module: string, exported: string): MemberView {
  return { name, value: `async () => (await import(${stringLiteral(module)})).${exported}` };
}
