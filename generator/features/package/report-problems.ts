import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { PackageProblem } from './problem.js';
import { packageDiagnostics } from './diagnostics.js';

/** Finds the location of a definition key by its path from the root. Falls back to the nearest existing parent key. */
export type LocateKey = (path: readonly string[]) => SourceLocation | undefined;

/** Problem that several targets share. */
interface SharedProblem {
  readonly problem: PackageProblem;
  readonly targets: string[];
}

/**
 * Turns problems into diagnostics: one per missing key, even if several targets need it.
 *
 * @param plans Problems by target.
 */
export function reportProblems(
  plans: ReadonlyMap<string, { readonly problems: readonly PackageProblem[] }>,
  locate: LocateKey,
): readonly Diagnostic[] {
  const missing = new Map<string, SharedProblem>();
  const others = new Map<string, SharedProblem>();
  for (const [target, { problems }] of plans) {
    for (const problem of problems) {
      const key = JSON.stringify([problem.path, problem.kind === 'missing' ? '' : problem.message]);
      const group = problem.kind === 'missing' ? missing : others;
      const entry = group.get(key);
      if (entry) entry.targets.push(target);
      else group.set(key, { problem, targets: [target] });
    }
  }
  return [
    ...[...missing.values()].map(({ problem, targets }) => {
      const { path, message, help = '…' } = problem;
      const text = `\`${path.join('.')}\` is missing: ${joinNames(targets)} ${targets.length === 1 ? 'needs' : 'need'} it. ${message}`;
      return createDiagnostic(packageDiagnostics['missing-package-key'], locate(path), text, {
        help: exampleOf(path, help),
      });
    }),
    ...reportOthers([...others.values()], locate),
  ];
}

/** Turns invalid values and advice into diagnostics. */
export function reportOthers(problems: readonly SharedProblem[], locate: LocateKey): readonly Diagnostic[] {
  return problems.map(({ problem: { kind, path, location, message, help }, targets }) => {
    const code = kind === 'advice' ? packageDiagnostics['package-advice'] : packageDiagnostics['invalid-package'];
    const text = targets.length === 0 ? message : `${targets.join(', ')}: ${message}`;
    return createDiagnostic(code, location ?? (path.length > 0 ? locate(path) : undefined), text, { help });
  });
}

/** Formats an example of a missing key, for a section that may already exist. */
function exampleOf(path: readonly string[], value: string): string {
  return `Add \`${path.at(-1)}: ${value}\` under \`${path.slice(0, -1).join('.')}\`.`;
}

function joinNames(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return quoted.length === 1 ? (quoted[0] ?? '') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}
