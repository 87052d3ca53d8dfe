import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { objectAt, textAt } from '../protocol/json-object.js';
import { serverInfoOf } from '../protocol/server-info.js';
import { protocolVersions, type ProtocolVersion } from '../protocol/protocol-version.js';
import type { UiModel } from '../state/ui-model.js';
import { InspectorLink } from './inspector-link.js';

/** Name and state of the server, choice of the protocol version, way to the official Inspector. */
export function Header({ model }: { readonly model: UiModel }): JSX.Element {
  const { greeting, target, hostProblem } = model;
  const problem = hostProblem ?? model.problem;
  const server = serverInfoOf(greeting);
  const name = textAt(server, 'title') ?? textAt(server, 'name') ?? 'MCP server';
  const version = textAt(server, 'version');
  useEffect(() => void (document.title = name), [name]);
  const state = problem ?? (model.isConnected ? 'Connected' : 'Connecting …');
  return (
    <header>
      <div class="title">
        <h1>{name}</h1>
        {version !== undefined && <span class="faint">{version}</span>}
      </div>
      <p
        role="status"
        class={problem !== undefined ? 'state problem' : model.isConnected ? 'state connected' : 'state'}
      >
        {state}
        {problem !== undefined && hostProblem === undefined && target !== undefined && (
          <button type="button" onClick={() => void model.connect()}>
            Connect again
          </button>
        )}
      </p>
      <label class="version">
        Protocol version
        <select
          value={model.protocolVersion}
          onChange={({ currentTarget }) => void model.choose(currentTarget.value as ProtocolVersion)}
        >
          {protocolVersions.map((protocolVersion) => (
            <option key={protocolVersion} value={protocolVersion}>
              {protocolVersion}
            </option>
          ))}
        </select>
      </label>
      <Details model={model} />
    </header>
  );
}

function Details({ model }: { readonly model: UiModel }): JSX.Element {
  const { target, greeting } = model;
  const instructions = textAt(greeting, 'instructions');
  return (
    <details class="about">
      <summary>About this server</summary>
      <dl>
        <dt>Server</dt>
        <dd>{target?.label}</dd>
        {instructions !== undefined && <dt>Instructions for the model</dt>}
        {instructions !== undefined && <dd class="text">{instructions}</dd>}
        <dt>Capabilities</dt>
        <dd>
          <pre>{JSON.stringify(objectAt(greeting, 'capabilities'), null, 2)}</pre>
        </dd>
        <dt>Official Inspector</dt>
        <dd>{target !== undefined && <InspectorLink model={model} command={target.inspector} />}</dd>
      </dl>
    </details>
  );
}
