/** Size of text that a model reads, with estimated tokens. */
export interface Size {
  readonly tokens: number;
  /** Bytes of its JSON in UTF-8. */
  readonly bytes: number;
}

/** Part of a descriptor or result, with its size. */
export interface UsagePart extends Size {
  /** Display name: `description`, `input schema: address`. */
  readonly name: string;
}

/** Part of a descriptor that clients reject or truncate, or that uses many tokens. */
export interface UsageAdvice {
  /** `error`: some clients cannot use the tool. */
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  /** How to fix it. */
  readonly help: string;
  /** Names of the affected client profiles; empty if all clients are affected. */
  readonly profiles: readonly string[];
  /** Page where the restriction is documented or was reported. */
  readonly source?: string;
}

/** Token usage of one tool in a list. */
export interface ToolUsageReport extends Size {
  readonly name: string;
  /** Share of the tokens of all tools, from 0 to 1. */
  readonly share: number;
  /** Largest parts, in descending order. */
  readonly parts: readonly UsagePart[];
  readonly advice: readonly UsageAdvice[];
}

/** Token usage of all tools of a server. */
export interface ListUsageReport extends Size {
  readonly tools: readonly ToolUsageReport[];
  /** Advice about the list as a whole. */
  readonly advice: readonly UsageAdvice[];
  /** Client profiles that were checked. */
  readonly profiles: readonly string[];
}

/** Token usage of one tool result. */
export interface ResultUsageReport {
  /** Text blocks, which every model reads. */
  readonly text: Size;
  /** Structured content, which some clients also pass to the model. */
  readonly structured: Size;
  /** Images, audio and files, which models count differently. */
  readonly others: number;
  readonly advice: readonly UsageAdvice[];
}

/** Description of a change between two versions of a list. */
export interface ListChange {
  /** `breaking`: calls that used to work now fail. */
  readonly severity: 'breaking' | 'may-break' | 'compatible' | 'documentation';
  /** Entry and part: `tool search, input: limit`. */
  readonly subject: string;
  readonly message: string;
  readonly help?: string;
}
