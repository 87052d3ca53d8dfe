import { project } from '../generated/test-project.ts';
import { start } from '../generated/start.ts';

await start(project.handlers, { sequential: false, shutdownTimeoutMs: 1 });
