import type { ResultUsageReport, UsageAdvice, UsagePart, ToolUsageReport } from '../../host/usage-report.js';

/** Properties of {@link ToolUsage}. */
interface ToolUsageProps {
  /** Cost of the descriptor, as the host measured it. */
  readonly cost: ToolUsageReport;
  /** Client profiles that were checked. */
  readonly profiles: readonly string[];
  /** Cost of the last answer; absent before there is one. */
  readonly answer?: ResultUsageReport | undefined;
}

/** Tokens of a tool and of its last answer, with what clients refuse and what to do about it. */
export function ToolUsage({ cost, profiles, answer }: ToolUsageProps) {
  return (
    <section class="cost" aria-label={`Cost of ${cost.name}`}>
      <p>
        About {show(cost.tokens)} tokens in every conversation ({show(cost.bytes)} bytes), {showShare(cost.share)} of
        all tools.
      </p>
      {cost.parts.length > 0 && <Parts parts={cost.parts} whole={cost.tokens} />}
      {answer !== undefined && <ResultUsage {...answer} />}
      <Advice advice={[...cost.advice, ...(answer?.advice ?? [])]} profiles={profiles} />
    </section>
  );
}

function show(count: number): string {
  return count.toLocaleString('en');
}

function showShare(share: number): string {
  const percent = Math.round(share * 100);
  return percent === 0 ? 'less than 1 %' : `${percent} %`;
}

function Parts({ parts, whole }: { readonly parts: readonly UsagePart[]; readonly whole: number }) {
  return (
    <table>
      <caption>Largest parts</caption>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Tokens</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ name, tokens }) => (
          <tr>
            <th scope="row">{name}</th>
            <td>{show(tokens)}</td>
            <td>{showShare(whole === 0 ? 0 : tokens / whole)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ResultUsage({ text, structured, others }: ResultUsageReport) {
  return (
    <p>
      The last answer: about {show(text.tokens)} tokens of text
      {structured.bytes > 0 && `, ${show(structured.tokens)} of structured content`}
      {others > 0 && `, and ${others === 1 ? 'a block' : `${others} blocks`} that is no text`}.
    </p>
  );
}

const severities = { error: 'Refused', warning: 'Warning', note: 'Note' } as const;

function Advice({
  advice,
  profiles,
}: {
  readonly advice: readonly UsageAdvice[];
  readonly profiles: readonly string[];
}) {
  if (advice.length === 0) return <p>No client that was checked refuses or cuts it: {profiles.join(', ')}.</p>;
  return (
    <ul class="cost-advice">
      {advice.map(({ severity, message, help, profiles: concerned }) => (
        <li>
          <strong>{severities[severity]}</strong>
          {concerned.length > 0 && ` (${concerned.join(', ')})`}: {message} {help}
        </li>
      ))}
    </ul>
  );
}
