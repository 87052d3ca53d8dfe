import type { ForwardOperation } from '../../runtime/features/apis/forward-definition.js';
import { callOperation } from '../forward/call-operation.js';
import type { RecordedRequest, RecordingServer } from '../forward/recording-server.js';
import { documentOf, readApi, type ApiFiles } from './read-api.js';

/** Calls the tool `send` of documents, and gives the request that arrives at the API. */
export async function sendOperation(server: RecordingServer, files: ApiFiles, input: object): Promise<RecordedRequest> {
  const { tools, apis } = await readApi(files);
  const operation: ForwardOperation = tools['send']?.operation;
  await callOperation(server.url, operation, input, { api: { renames: apis[0].renames } });
  const request = server.requests.at(-1);
  if (request === undefined) throw new Error('Nothing arrived');
  return request;
}

/** A document with one operation, `POST /things`, and its body. */
export function documentWithBody(mediaType: string, media: object, version = '3.2.0', required = true): ApiFiles {
  const requestBody = { required, content: { [mediaType]: media } };
  return documentOf({ post: { operationId: 'send', requestBody } }, {}, version);
}
