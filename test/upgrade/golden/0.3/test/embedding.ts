import { project, start } from '../generated/project.ts';

await start(project.handlers, { ordered: false, drainMs: 1 });
