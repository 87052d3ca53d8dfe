import type { Advice } from '../../feature-kit/feature.js';
import { features } from '../../features.js';
import { createLocator } from './locate-place.js';
import type { CheckedWorkspace } from './read-definitions.js';

/**
 * Collects the advice of all features on definitions without errors.
 * @param isThorough Whether to include advice that can be wrong.
 */
export function giveAdvice(checked: CheckedWorkspace, isThorough: boolean): readonly Advice[] {
  const locate = createLocator(checked, '');
  const advising = { locate, isThorough, diagnostics: checked.diagnostics };
  return features.flatMap(({ advise }) => advise?.(checked.resolved.model, advising) ?? []);
}
