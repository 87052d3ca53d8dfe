import type { ResourceAnswer } from 'create-mcp-from-schema/runtime';
import type { TemplateDataResource } from '../../../../generated/conformance/handlers.ts';

/** What belongs to an id. */
export const templateDataResource: TemplateDataResource = ({ id }): ResourceAnswer =>
  JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
