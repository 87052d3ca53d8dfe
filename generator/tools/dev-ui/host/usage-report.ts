/** Size of something that a model reads. Tokens are estimated. */
export interface Size {
  readonly tokens: number;
  /** Bytes of its JSON in UTF-8. */
  readonly bytes: number;
}

/** A part of a descriptor or answer, with its size. */
export interface UsagePart extends Size {
  /** Name for people: `description`, `input schema: address`. */
  readonly name: string;
}

/** Something that clients refuse or cut, or that costs much. */
export interface UsageAdvice {
  /** `error`: some clients cannot use the tool. */
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  /** The remedy. */
  readonly help: string;
  /** Names of the client profiles; empty when all clients are concerned. */
  readonly profiles: readonly string[];
  /** Page where the restriction is documented or was reported. */
  readonly source?: string;
}

/** Cost of one tool in a list. */
export interface ToolUsageReport extends Size {
  readonly name: string;
  /** Share of the tokens of all tools, from 0 to 1. */
  readonly share: number;
  /** Its largest parts, the largest first. */
  readonly parts: readonly UsagePart[];
  readonly advice: readonly UsageAdvice[];
}

/** Cost of all tools of a server. */
export interface ListUsageReport extends Size {
  readonly tools: readonly ToolUsageReport[];
  /** Advice about the list as a whole. */
  readonly advice: readonly UsageAdvice[];
  /** Client profiles that were checked. */
  readonly profiles: readonly string[];
}

/** Cost of one answer of a tool. */
export interface ResultUsageReport {
  /** Text blocks, which every model reads. */
  readonly text: Size;
  /** Structured content, which some clients give to the model as well. */
  readonly structured: Size;
  /** Images, sounds and files: models count them in other ways. */
  readonly others: number;
  readonly advice: readonly UsageAdvice[];
}

/** A change between two versions of a list, in words. */
export interface ListChange {
  /** `breaking`: calls that worked fail. */
  readonly severity: 'breaking' | 'may-break' | 'compatible' | 'documentation';
  /** The entry and its part: `tool search, input: limit`. */
  readonly subject: string;
  readonly message: string;
  readonly help?: string;
}
