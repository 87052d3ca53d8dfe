// Marks a package that npm is about to publish: projects that it scaffolds then refer to its version. A package that is only
// packed is copied into the projects, because no registry has it.
import { writeFileSync } from 'node:fs';
import path from 'node:path';

if (process.env.npm_command === 'publish') writeFileSync(path.resolve(import.meta.dirname, '../dist/published'), '');
