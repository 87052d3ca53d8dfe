import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { textAt } from '../protocol/json-object.js';
import { protocolVersions, type ProtocolVersion } from '../protocol/protocol-version.js';
import { serverInfoOf } from '../protocol/server-info.js';
import type { UiModel } from '../state/ui-model.js';

/** Server name and state, and protocol version selector. */
export function Header({ model }: { readonly model: UiModel }): JSX.Element {
  const { greeting, target, hostProblem } = model;
  const problem = hostProblem ?? model.problem;
  const server = serverInfoOf(greeting);
  const name = textAt(server, 'title') ?? textAt(server, 'name') ?? 'MCP server';
  const version = textAt(server, 'version');
  useEffect(() => void (document.title = `${name} – Dev UI`), [name]);
  const state = problem ?? (model.isConnected ? 'Connected' : 'Connecting…');
  return (
    <header class="top">
      <span class="brand">Dev UI</span>
      <h1>{name}</h1>
      {version !== undefined && <span class="faint">{version}</span>}
      <p
        role="status"
        class={problem !== undefined ? 'state problem' : model.isConnected ? 'state connected' : 'state'}
      >
        <span>{state}</span>
        {problem !== undefined && hostProblem === undefined && target !== undefined && (
          <button type="button" onClick={() => void model.connect()}>
            Reconnect
          </button>
        )}
      </p>
      <label class="version">
        Protocol version
        <select
          value={model.protocolVersion}
          onChange={({ currentTarget }) => void model.choose(currentTarget.value as ProtocolVersion)}
        >
          {protocolVersions.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
    </header>
  );
}
