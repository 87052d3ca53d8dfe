import type { ResourceListHandler } from 'create-mcp-from-schema/runtime';
import { sessionFiles, sessionUri } from '../session-files.ts';

export const listSessionResource: ResourceListHandler = () =>
  [...sessionFiles.keys()].map((name) => ({ uri: sessionUri(name), name }));
