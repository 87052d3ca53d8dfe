import type { ResultUsageReport, ToolUsageReport, UsageAdvice, UsagePart } from '../../host/usage-report.js';
import { CodeText } from '../panels/code-text.js';

/** Properties of {@link ToolUsage}. */
interface ToolUsageProps {
  /** Tokens of the descriptor, as estimated by the host. */
  readonly usage: ToolUsageReport;
  /** Client profiles that were checked. */
  readonly profiles: readonly string[];
  /** Tokens of the last result; absent before the first result. */
  readonly result?: ResultUsageReport | undefined;
}

/** Token usage of a tool and its last result, with the restrictions of clients and how to meet them. */
export function ToolUsage({ usage, profiles, result }: ToolUsageProps) {
  return (
    <section class="usage" aria-label={`Token usage of ${usage.name}`}>
      <p>
        About {showCount(usage.tokens)} tokens in every conversation ({showCount(usage.bytes)} bytes),{' '}
        {showShare(usage.share)} of all tools.
      </p>
      {usage.parts.length > 0 && <Parts parts={usage.parts} whole={usage.tokens} />}
      {result !== undefined && <ResultUsage {...result} />}
      <Advice advice={[...usage.advice, ...(result?.advice ?? [])]} profiles={profiles} />
    </section>
  );
}

/** Formats a count with thousands separators. */
export function showCount(count: number): string {
  return count.toLocaleString('en');
}

/** Formats a share from 0 to 1 as a percentage. */
export function showShare(share: number): string {
  const percent = Math.round(share * 100);
  return percent === 0 ? '<1%' : `${percent}%`;
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
            <td>{showCount(tokens)}</td>
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
      Last result: about {showCount(text.tokens)} tokens of text
      {structured.bytes > 0 && `, ${showCount(structured.tokens)} of structured content`}
      {others > 0 && `, and ${others} ${others === 1 ? 'block' : 'blocks'} other than text`}.
    </p>
  );
}

const severities = { error: 'Error', warning: 'Warning', note: 'Note' } as const;

interface AdviceProps {
  readonly advice: readonly UsageAdvice[];
  readonly profiles: readonly string[];
}

function Advice({ advice, profiles }: AdviceProps) {
  if (advice.length === 0) return <p>Compatible with all clients checked: {profiles.join(', ')}.</p>;
  return (
    <ul class="advice">
      {advice.map(({ severity, message, help, profiles: concerned }) => (
        <li>
          <strong>{severities[severity]}</strong>
          {concerned.length > 0 && ` (${concerned.join(', ')})`}: <CodeText text={`${message} ${help}`} />
        </li>
      ))}
    </ul>
  );
}
