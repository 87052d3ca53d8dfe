import type { CallContext } from './call-context.js';
import type { ResourceTemplateDefinition } from '../api/definition.js';
import { type JsonObject } from '../protocol/json-object.js';
import { type UriVariables } from './match-uri.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
/**
 * Answers `resources/read`: the resource with exactly this URI, else the first template that matches it.
 *
 * @throws ProtocolError -32602 without a URI; the revision's code for a resource that does not exist; -32603 when the
 * handler fails or answers with what are no contents.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#reading-resources
 */
export declare function readResource(service: Service, params: JsonObject, context: CallContext): Promise<ResultBody>;
/** The first template that matches a URI, and the values of its variables. */
export declare function findTemplate(service: Service, uri: string): {
    readonly template: ResourceTemplateDefinition;
    readonly variables: UriVariables;
} | undefined;
