import type { ProfileRule } from '../diagnostics/profile-rules.js';

/** What each rule has to be told. */
interface RuleSettings {
  readonly 'tool-name-length': Limit & {
    /** What the client puts before the name; `{server}` stands for the name of the server. */
    readonly prefix: string;
  };
  readonly 'tool-name-pattern': Pattern;
  readonly 'tool-count': Limit;
  readonly 'tool-description-length': Limit;
  readonly 'schema-dialect': { readonly refused: readonly string[] };
  readonly 'root-keyword': Keywords;
  readonly reference: object;
  readonly 'unsupported-keyword': Keywords;
  readonly 'unsupported-format': { readonly formats: readonly string[] };
  readonly 'non-string-enum': object;
  readonly 'type-list': object;
  readonly 'boolean-schema': object;
  readonly 'missing-properties': object;
  readonly 'missing-items': object;
  readonly 'empty-additional-properties': object;
  readonly 'untyped-schema': object;
  readonly 'property-key': Pattern;
  readonly 'schema-depth': Limit;
  readonly 'property-count': Limit;
  readonly 'enum-count': Limit;
  readonly 'optional-property': object;
  readonly 'open-object': object;
}

interface Limit {
  readonly max: number;
}

interface Pattern {
  /** Source of a regular expression (flag `u`). */
  readonly pattern: string;
}

interface Keywords {
  readonly keywords: readonly string[];
}

/** How a client takes it and how that is known. */
interface Evidence {
  /** `error`: the tool, or all of them, cannot be used. `warning`: something is cut, or some versions have trouble. */
  readonly severity: 'error' | 'warning';
  /** Where it is documented or was reported. */
  readonly source: string;
}

/** What one rule says in one profile. */
export type Restriction<Rule extends ProfileRule = ProfileRule> = RuleSettings[Rule] & Evidence;

/** All that a profile restricts. */
export type Restrictions = { readonly [Rule in ProfileRule]?: Restriction<Rule> };

/** What one client or model provider accepts. */
export interface Profile {
  readonly name: string;
  /** Whom it stands for. */
  readonly title: string;
  /** Looked at only when it is named: whoever uses the tools has to turn on what it stands for. */
  readonly isOptIn?: true;
  readonly restrictions: Restrictions;
}
