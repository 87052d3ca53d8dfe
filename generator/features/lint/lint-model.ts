import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { defined } from '../../core/model/json.js';
import type { Model } from '../../core/model/model.js';
import type { Advice, Advising } from '../../feature-kit/feature.js';
import type { LintFinding, LintRule } from './lint-rule.js';
import { lintOffPart } from './lint-part.js';
import { readServer } from './linted-server.js';
import { lintRules } from './rules.js';

/** Applies the lint rules that are not off: all of them, or only those that are certain. */
export function lintModel(model: Model, advising: Advising): readonly Advice[] {
  const offInServer = new Set(lintOffPart.of(model) ?? []);
  const rules = lintRules.filter(
    ({ isCertain, diagnostic }) => (advising.isThorough || isCertain) && !offInServer.has(diagnostic.code),
  );
  if (rules.length === 0) return [];
  const server = readServer(model);
  const offByTool = new Map(model.tools.map((tool) => [tool.name, lintOffPart.of(tool)]));
  const reported = new Set(advising.diagnostics.filter(isAboutParameter).map(({ location }) => keyOf(location)));
  return rules.flatMap((rule) =>
    rule.find(server).flatMap((finding) => {
      if (finding.entry !== undefined && offByTool.get(finding.entry)?.includes(rule.diagnostic.code)) return [];
      const advice = createAdvice(rule, finding, advising);
      const isRepeated = rule.diagnostic.code === 'lint-undocumented-parameter' && reported.has(keyOf(advice.location));
      return isRepeated ? [] : [advice];
    }),
  );
}

function isAboutParameter({ code }: Diagnostic): boolean {
  return code === 'missing-parameter-description';
}

function keyOf(location: SourceLocation | undefined): string {
  return location ? `${location.file}:${location.line}:${location.column}` : '';
}

function createAdvice(
  { diagnostic }: LintRule,
  { entry, place, message, help, suggestion, other }: LintFinding,
  { locate }: Advising,
): Advice {
  const location = other && locate(other.place);
  const related = other && location && [{ message: other.message, location }];
  const text = suggestion === undefined ? help : `${help === undefined ? '' : `${help} `}Write: ${suggestion}`;
  return {
    ...createDiagnostic(diagnostic, locate(place), message, { help: text, ...(related && { related }) }),
    ...defined({ entry, suggestion }),
  };
}
