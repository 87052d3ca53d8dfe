// Marks a package that will be in a registry: projects that it scaffolds then depend on its version. A package that is only packed is copied into the projects,
// because no registry has it. PACK_FOR_REGISTRY=1 marks a tarball that is published later. See docs/decisions/0059-a-new-project-pins-its-generator.md.
import { writeFileSync } from 'node:fs';
import path from 'node:path';

if (process.env.npm_command === 'publish' || process.env.PACK_FOR_REGISTRY === '1') {
  writeFileSync(path.resolve(import.meta.dirname, '../dist/published'), '');
}
