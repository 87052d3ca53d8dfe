import type { ResourceResult } from 'create-mcp-from-schema/runtime';
import type { TemplateDataResource } from '../../../../generated/conformance/handlers.ts';

/** Data of the item with an id, as JSON. */
export const templateDataResource: TemplateDataResource = ({ id }): ResourceResult =>
  JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
