import type { ValidationError, Validator } from './validation.js';
/**
 * What the generator works out from the definitions and the runtime serves: `generated/descriptors.ts` is one such
 * value. Everything that can be known before run time is in here as ready text or ready code.
 */
export interface ServerDefinition {
    readonly server: ServerIdentity;
    readonly capabilities: DeclaredCapabilities;
    /** Freshness hints of list results and static reads, 2026-07-28 on. Default: `ttlMs` 0, `public`. */
    readonly cache?: {
        readonly ttlMs: number;
        readonly scope: 'public' | 'private';
    };
    /**
     * What becomes of an `initialize` for a version that the server does not know. Default: it is answered with the
     * latest legacy revision. `strict`: with the highest one that is not newer than the client's, else -32602.
     */
    readonly negotiation?: 'strict';
    readonly tools: readonly ToolDefinition[];
    readonly prompts: readonly PromptDefinition[];
    readonly resources: readonly ResourceDefinition[];
    readonly resourceTemplates: readonly ResourceTemplateDefinition[];
}
/** Who the server is. Fields that a revision does not know are not sent to it. */
export interface ServerIdentity {
    readonly name: string;
    readonly version: string;
    readonly title?: string;
    readonly description?: string;
    readonly websiteUrl?: string;
    readonly icons?: readonly unknown[];
    readonly instructions?: string;
}
/** What the definition declares beyond what it implies. `tools` is always a capability. */
export interface DeclaredCapabilities {
    readonly prompts: boolean;
    readonly resources: boolean;
}
/**
 * The fields of a descriptor in wire order, each as JSON text. Text, because it is sent as it is: nothing has to be
 * serialised, and keys keep the order of the definition.
 */
export type DescriptorFields = {
    readonly [field: string]: string;
};
export interface ToolDefinition {
    readonly name: string;
    /** All fields but `name`, as modern revisions get them. */
    readonly fields: DescriptorFields;
    /** Fields that legacy revisions get instead of those in `fields`: schemas lowered to what they allow. */
    readonly legacyFields?: DescriptorFields;
    /** The output schema is no object at its root: legacy revisions get the value as `{result: value}`. */
    readonly wrapsLegacyOutput?: true;
    /** Loads the precompiled validators; called by the first call of the tool and then never again. */
    readonly validators: () => Promise<ToolValidators>;
    /** Named outputs, each answered as a `Name: value` line. */
    readonly returns?: readonly string[];
    /** Milliseconds that a call may take. */
    readonly timeoutMs?: number;
}
export interface ToolValidators {
    /** Fills defaults into the arguments it is given. */
    readonly input: Validator;
    /** Present when the tool has an output schema. */
    readonly output?: Validator;
}
export type { ValidationError, Validator };
export interface PromptDefinition {
    readonly name: string;
    /** All fields but `name`, as modern revisions get them. */
    readonly fields: DescriptorFields;
    /** The arguments; `fields` holds them for the wire, except where a revision does not know a field of theirs. */
    readonly arguments: readonly PromptArgumentDefinition[];
    /** Messages of a static prompt: from the arguments given, with placeholders substituted. */
    readonly messages?: () => Promise<(values: PromptArguments) => readonly StaticPromptMessage[]>;
}
/** Arguments of a prompt as the client sent them. */
export type PromptArguments = {
    readonly [name: string]: string;
};
export interface StaticPromptMessage {
    readonly role: 'user' | 'assistant';
    readonly content: {
        readonly type: string;
        readonly [field: string]: unknown;
    };
}
export interface PromptArgumentDefinition {
    readonly name: string;
    readonly title?: string;
    readonly description?: string;
    readonly required: boolean;
}
export interface ResourceDefinition {
    readonly uri: string;
    /** All fields but `uri`. */
    readonly fields: DescriptorFields;
    readonly mimeType?: string;
    /** Content of a static resource. */
    readonly content?: () => Promise<StaticContent>;
}
/** Static content: text, or bytes in Base64. */
export type StaticContent = {
    readonly text: string;
} | {
    readonly blob: string;
};
export interface ResourceTemplateDefinition {
    readonly uriTemplate: string;
    /** All fields but `uriTemplate`. */
    readonly fields: DescriptorFields;
    readonly mimeType?: string;
    readonly matcher: UriMatcher;
}
/** Matches a URI against a template; made from the template at generation time. */
export interface UriMatcher {
    /**
     * Matches what stands before the query that the template describes, or the whole URI where it describes none; one
     * group per entry of `path`. Anchored at both ends.
     */
    readonly pattern: RegExp;
    readonly path: readonly UriVariable[];
    /** Query parameters by name, in any order; each is optional. */
    readonly query: readonly UriVariable[];
}
export interface UriVariable {
    readonly name: string;
    /** Given when the value is a list: the separator between items; `''`: repeated query parameters. */
    readonly separator?: string;
}
