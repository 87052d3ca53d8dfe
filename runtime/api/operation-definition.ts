import type { ToolDefinition } from './definition.js';
import type { ToolHandler } from './handlers.js';

/** What a tool does with operations that are no tools of their own. */
export interface ToolDiscovery {
  readonly does: 'search' | 'describe' | 'call';
  /** Loads the operations; the same function for all tools that have the same ones. */
  readonly load: () => Promise<readonly OperationDefinition[]>;
}

/**
 * An operation of an API that is found, described and called through three tools. But for that it is a tool: called with
 * the same checks, answered in the same way.
 */
export interface OperationDefinition extends Omit<ToolDefinition, 'discovery'> {
  readonly title?: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Method and path template, such as `GET /books/{isbn}`. */
  readonly request: string;
  /** Loads what else there is to say about it. */
  readonly details: () => Promise<OperationDetails>;
  /** Loads what answers. Absent where that is among the handlers. */
  readonly handler?: () => Promise<ToolHandler<unknown, unknown>>;
}

/** The fields of a descriptor that an operation does not carry with it: schemas and annotations. */
export interface OperationDetails {
  readonly fields: DescriptorFields;
  /** What legacy revisions get instead of some of them. */
  readonly legacyFields?: DescriptorFields;
}

/** Fields of a descriptor in wire order, each as JSON text. */
export type DescriptorFields = { readonly [field: string]: string };
