import type { SourceLocation } from '../diagnostics/diagnostic.js';
import type { ProfileRule } from '../diagnostics/profile-rules.js';

/** Bytes on the wire: for the latest legacy revision, and for the modern one. */
export interface WireBytes {
  readonly legacy: number;
  readonly modern: number;
}

/** One entry of a list. */
export interface InspectedEntry {
  /** Name, URI or URI template. */
  readonly key: string;
  readonly bytes: WireBytes;
}

/** A tool and what it costs. */
export interface InspectedTool extends InspectedEntry {
  readonly toolsets?: readonly string[];
  /** It is served when nobody chooses other toolsets. */
  readonly isServed: boolean;
  /** Tokens of what a model gets to read: name, description and input schema, as JSON. */
  readonly tokens: number;
}

/** One list of a server with the size of its entries together. */
export interface InspectedList<Entry extends InspectedEntry> {
  readonly entries: readonly Entry[];
  readonly bytes: WireBytes;
}

/** Something that clients do not take. */
export interface InspectedFinding {
  readonly rule: ProfileRule;
  readonly severity: 'error' | 'warning';
  readonly profiles: readonly string[];
  /** Names of the tools that it is about; empty when it is about the server. */
  readonly tools: readonly string[];
  readonly message: string;
  readonly location?: SourceLocation;
  /** What `generate --profile` does about it. */
  readonly lowering?: string;
  readonly source: string;
}

/** What a server costs its clients, and what they have trouble with. */
export interface Inspection {
  readonly server: string;
  /** Who counted the tokens. */
  readonly tokenizer: { readonly name: string; readonly isEstimate: boolean };
  /** Client profiles that the descriptors are lowered for already. */
  readonly loweredFor: readonly string[];
  /** Client profiles that were looked at. */
  readonly profiles: readonly string[];
  readonly tools: InspectedList<InspectedTool> & {
    readonly tokens: number;
    /** What is served when nobody chooses other toolsets. */
    readonly served: { readonly count: number; readonly bytes: WireBytes; readonly tokens: number };
  };
  readonly prompts: InspectedList<InspectedEntry>;
  readonly resources: InspectedList<InspectedEntry>;
  readonly resourceTemplates: InspectedList<InspectedEntry>;
  readonly findings: readonly InspectedFinding[];
}
