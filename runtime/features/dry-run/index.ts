/** Export for the generated code of tools with dry runs. Servers without such tools do not load it. */
export { createDryRun, type DryRunOptions } from './create-dry-run.js';
