import type { ResourceListHandler } from 'create-mcp-from-schema/runtime';
import { sessionFiles } from '../session-files.ts';

export const listSessionResource: ResourceListHandler = () =>
  [...sessionFiles.keys()].map((name) => ({ uri: `demo://resource/session/${name}`, name }));
