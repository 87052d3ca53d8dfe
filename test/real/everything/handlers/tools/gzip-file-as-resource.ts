import { gzipSync } from 'node:zlib';
import { embeddedResource, resourceLink } from 'create-mcp-from-schema/runtime';
import type { GzipFileAsResource } from '../../generated/handlers.ts';
import { fetchLimited } from '../fetch-limited.ts';
import { server } from '../server.ts';
import { sessionFiles, sessionUri } from '../session-files.ts';

export const gzipFileAsResource: GzipFileAsResource = async ({ name, data, outputType }, { signal }) => {
  const blob = gzipSync(await fetchLimited(data, signal));
  sessionFiles.set(name, blob);
  server.resources.listChanged();
  const uri = sessionUri(name);
  const mimeType = 'application/gzip';
  return outputType === 'resource' ? embeddedResource({ uri, mimeType, blob }) : resourceLink(uri, name, { mimeType });
};
