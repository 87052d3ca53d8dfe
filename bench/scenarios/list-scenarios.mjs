import { authScenarios } from './auth.mjs';
import { callScenarios } from './calls.mjs';
import { devScenarios } from './dev.mjs';
import { durableTaskScenarios } from './durable-tasks.mjs';
import { forwardScenarios } from './forward.mjs';
import { frameworkScenarios } from './frameworks.mjs';
import { generateScenarios } from './generate.mjs';
import { githubScenarios } from './generate-github.mjs';
import { growthScenarios } from './growth.mjs';
import { resourceGrowthScenarios } from './growth-resources.mjs';
import { subscriptionGrowthScenarios } from './growth-subscriptions.mjs';
import { taskGrowthScenarios } from './growth-tasks.mjs';
import { keptListScenarios } from './kept-list.mjs';
import { memoryScenarios } from './memory.mjs';
import { sizeScenarios } from './sizes.mjs';
import { startScenarios } from './start.mjs';
import { typeCheckScenarios } from './type-check.mjs';

/**
 * Lists all scenarios in the order in which they run.
 *
 * @returns {{ name: string, title: string, isOnlyNamed?: boolean, needsRegistry?: boolean, run: (context: {
 *   isShort: boolean, peers: string[] }) => Promise<{ subject: string, figures: Record<string, number> }[]> }[]}
 *   Scenarios with `isOnlyNamed` run only if they are named, and those with `needsRegistry` not in a short run.
 */
export function listScenarios() {
  return [
    ...callScenarios,
    ...keptListScenarios,
    ...authScenarios,
    ...startScenarios,
    ...memoryScenarios,
    ...growthScenarios,
    ...resourceGrowthScenarios,
    ...subscriptionGrowthScenarios,
    ...taskGrowthScenarios,
    ...durableTaskScenarios,
    ...sizeScenarios,
    ...forwardScenarios,
    ...frameworkScenarios,
    ...generateScenarios,
    ...githubScenarios,
    ...devScenarios,
    ...typeCheckScenarios,
  ];
}
