import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ListUsageReport } from '../../host/usage-report.js';
import { objectAt, textAt } from '../protocol/json-object.js';
import { serverInfoOf } from '../protocol/server-info.js';
import { describeCall, type Call } from '../state/call.js';
import { useObserved } from '../state/observable.js';
import { keyOf } from '../state/server-entries.js';
import type { UiModel } from '../state/ui-model.js';
import { showCount, showShare } from '../usage/tool-usage.js';
import { CodeText } from './code-text.js';
import { InspectorLink } from './inspector-link.js';
import { formatTime } from './messages-view.js';
import { reportHeadings } from './notices.js';

/** Maximum number of tools, problems and calls in the overview. */
const shownTools = 8;
const shownProblems = 20;
const shownCalls = 8;

/** Start page with server, token usage, problems and latest calls. */
export function Overview({ model }: { readonly model: UiModel }): JSX.Element {
  const server = serverInfoOf(model.greeting);
  const name = textAt(server, 'name') ?? 'server';
  useObserved(model.usage);
  useEffect(() => {
    if (model.entries.length > 0) model.usage.measure(model.entries, name);
  }, [model.entries, name]);
  if (!model.isConnected) {
    const isWaiting = (model.hostProblem ?? model.problem) === undefined;
    return <p class="hint">{isWaiting ? 'Connecting…' : 'Not connected.'}</p>;
  }
  return (
    <article class="overview" aria-labelledby="entry-title">
      <h2 id="entry-title">Overview</h2>
      <div class="boxes">
        <div>
          <ServerBox model={model} />
          <ProblemsBox model={model} />
        </div>
        <div>
          <CallsBox model={model} />
          <UsageBox model={model} />
        </div>
      </div>
      <p class="hint keys">
        <kbd>/</kbd> search <kbd>↑</kbd> <kbd>↓</kbd> select <kbd>Enter</kbd> call <kbd>Esc</kbd> close
      </p>
    </article>
  );
}

interface BoxProps {
  readonly id: string;
  readonly title: string;
  /** Short text to the right of the title. */
  readonly aside?: string | undefined;
  readonly children: ComponentChildren;
}

function Box({ id, title, aside, children }: BoxProps): JSX.Element {
  return (
    <section class="box" aria-labelledby={id}>
      <div class="box-head">
        <h3 id={id}>{title}</h3>
        {aside !== undefined && <span class="faint">{aside}</span>}
      </div>
      {children}
    </section>
  );
}

function ServerBox({ model }: { readonly model: UiModel }): JSX.Element {
  const { target, greeting } = model;
  const server = serverInfoOf(greeting);
  const place = target?.canSave === true ? 'Project' : target?.transport === 'stdio' ? 'Command' : 'URL';
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    ['Name', <code>{textAt(server, 'name')}</code>],
    ['Title', textAt(server, 'title')],
    ['Version', textAt(server, 'version')],
    ['Description', textAt(server, 'description')],
    ['Protocol version', model.protocolVersion],
    ['Transport', target?.transport],
    [place, target && <code>{target.label}</code>],
    ['Capabilities', Object.keys(objectAt(greeting, 'capabilities')).toSorted().join(', ') || 'None'],
    ['Instructions', textAt(greeting, 'instructions')],
  ];
  return (
    <Box id="box-server" title="Server">
      <dl class="facts">
        {facts.map(
          ([term, value]) =>
            value !== undefined && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {target !== undefined && <InspectorLink model={model} command={target.inspector} />}
    </Box>
  );
}

function UsageBox({ model }: { readonly model: UiModel }): JSX.Element {
  const { report, problem } = model.usage;
  const hasTools = model.entries.some(({ kind }) => kind === 'tool');
  return (
    <Box id="box-usage" title="Token usage" aside="tools/list, estimated">
      {!hasTools ? (
        <p class="hint">The server lists no tools.</p>
      ) : report === undefined ? (
        <p class="hint">{problem ?? 'Measuring…'}</p>
      ) : (
        <UsageBars report={report} model={model} />
      )}
    </Box>
  );
}

function UsageBars({ report, model }: { readonly report: ListUsageReport; readonly model: UiModel }): JSX.Element {
  const tools = report.tools.toSorted((one, other) => other.tokens - one.tokens);
  const largest = tools[0]?.tokens ?? 0;
  return (
    <>
      <p class="figure">
        <strong>{showCount(report.tokens)}</strong> tokens in every conversation
      </p>
      <ul class="bars">
        {tools.slice(0, shownTools).map(({ name, tokens, share }) => (
          <li key={name}>
            <EntryLink model={model} entryKey={`tool ${name}`} label={name} />
            <span>{showCount(tokens)}</span>
            <span class="faint">{showShare(share)}</span>
            <span class="bar-line" style={{ inlineSize: `${largest === 0 ? 0 : (100 * tokens) / largest}%` }} />
          </li>
        ))}
      </ul>
      {tools.length > shownTools && <p class="hint">… and {tools.length - shownTools} smaller tools</p>}
    </>
  );
}

/** Problem of the project, or of a tool in some clients. */
interface Problem {
  readonly text: string;
  readonly severity: 'error' | 'warning';
  /** Affected clients; empty for a problem of the project. */
  readonly profiles: readonly string[];
  readonly tool?: string;
}

function listProblems({ reports, usage }: UiModel): readonly Problem[] {
  const general = { name: undefined, advice: usage.report?.advice ?? [] };
  const tools = usage.report?.tools ?? [];
  return [
    ...[...reports]
      .filter(([, text]) => text !== '')
      .map(([topic]) => ({ text: reportHeadings[topic], severity: 'error' as const, profiles: [] })),
    ...[general, ...tools].flatMap(({ name, advice }) =>
      advice.flatMap(({ severity, message, profiles }) => {
        const found = { text: message, severity, profiles, ...(name !== undefined && { tool: name }) };
        return severity === 'note' ? [] : [{ ...found, severity }];
      }),
    ),
  ];
}

function ProblemsBox({ model }: { readonly model: UiModel }): JSX.Element {
  const problems = listProblems(model);
  const aside = problems.length === 0 ? undefined : String(problems.length);
  return (
    <Box id="box-problems" title="Problems" aside={aside}>
      {problems.length === 0 && (
        <p class="hint">{model.usage.report === undefined ? 'None so far.' : 'No problems found.'}</p>
      )}
      <ul class="list">
        {problems.slice(0, shownProblems).map(({ text, severity, tool, profiles }, index) => (
          <li key={index}>
            <div class="row">
              <span class={`pill ${severity}`}>{severity === 'error' ? 'Error' : 'Warning'}</span>
              {tool !== undefined && <EntryLink model={model} entryKey={`tool ${tool}`} label={tool} />}
              {profiles.length > 0 && <span class="faint">{profiles.join(', ')}</span>}
            </div>
            <p>
              <CodeText text={text} />
            </p>
          </li>
        ))}
      </ul>
      {problems.length > shownProblems && <p class="hint">… and {problems.length - shownProblems} more</p>}
    </Box>
  );
}

function CallsBox({ model }: { readonly model: UiModel }): JSX.Element {
  return (
    <Box id="box-calls" title="Recent calls">
      {model.history.length === 0 && <p class="hint">No calls yet. Select a tool to call it.</p>}
      <ul class="list">
        {model.history.slice(0, shownCalls).map((call) => (
          <CallRow key={call.number} model={model} call={call} />
        ))}
      </ul>
    </Box>
  );
}

function CallRow({ model, call }: { readonly model: UiModel; readonly call: Call }): JSX.Element {
  useObserved(call);
  const state = call.isRunning || call.isCancelled ? '' : call.hasFailed ? 'error' : 'good';
  return (
    <li class="row">
      <EntryLink model={model} entryKey={keyOf(call.entry)} label={call.entry.name} />
      <span class={`pill ${state}`}>{describeCall(call)}</span>
      <span class="faint">{formatTime(call.time).slice(0, 8)}</span>
    </li>
  );
}

interface EntryLinkProps {
  readonly model: UiModel;
  readonly entryKey: string;
  readonly label: string;
}

/** Button that opens an entry, or text if the server no longer lists the entry. */
function EntryLink({ model, entryKey, label }: EntryLinkProps): JSX.Element {
  const isListed = model.entries.some((entry) => keyOf(entry) === entryKey);
  if (!isListed) return <span class="name">{label}</span>;
  return (
    <button type="button" class="link name" onClick={() => model.select(entryKey)}>
      {label}
    </button>
  );
}
