import { project, start } from '../generated/test-project.ts';

await start(project.handlers, { sequential: false, shutdownTimeoutMs: 1 });
