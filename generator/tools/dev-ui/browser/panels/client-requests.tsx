import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { PeerError } from '../../../../../runtime/wire/peer/peer.js';
import { textAt } from '../protocol/json-object.js';
import type { OpenClientRequest, UiModel } from '../state/ui-model.js';
import { FormElicitation } from './form-elicitation.js';
import { RootsRequest } from './roots-request.js';
import { SamplingRequest } from './sampling-request.js';
import { UrlElicitation } from './url-elicitation.js';

/** Pending elicitation, sampling and roots requests. The first request gets the focus. */
export function ClientRequests({ model }: { readonly model: UiModel }): JSX.Element {
  const { requests } = model;
  return (
    <div class="requests" aria-live="polite">
      {requests.map((request) => (
        <ClientRequestView key={request.number} request={request} isFirst={request === requests[0]} />
      ))}
    </div>
  );
}

interface ClientRequestViewProps {
  readonly request: OpenClientRequest;
  readonly isFirst: boolean;
}

function ClientRequestView({ request, isFirst }: ClientRequestViewProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = `request-${request.number}`;
  useEffect(() => {
    if (!isFirst) return undefined;
    const before = document.activeElement;
    heading.current?.focus();
    // Returns the focus to its previous place, where the result appears.
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const close = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    refuse(request);
  };
  const { label, wants } = describe(request);
  return (
    <section class="request box" aria-labelledby={id} onKeyDown={close}>
      <span class="pill accent">{label}</span>
      <h2 id={id} tabIndex={-1} ref={heading}>
        {request.source === undefined ? 'The server' : <code>{request.source}</code>} requests {wants}
      </h2>
      <Body request={request} />
    </section>
  );
}

function describe({ method }: OpenClientRequest): { readonly label: string; readonly wants: string } {
  if (method === 'sampling/createMessage') return { label: 'Sampling', wants: 'a model response' };
  return method === 'roots/list' ? { label: 'Roots', wants: 'your roots' } : { label: 'Elicitation', wants: 'input' };
}

/** Ends a request that the user did not respond to: cancels an elicitation, declines other requests. */
function refuse(request: OpenClientRequest): void {
  if (request.method === 'elicitation/create') request.resolve({ action: 'cancel' });
  else decline(request);
}

/** Declines a sampling or roots request. */
function decline({ method, reject }: OpenClientRequest): void {
  const noun = method === 'roots/list' ? 'roots' : 'sampling';
  reject(new PeerError(`User rejected ${noun} request`, -1));
}

function Body({ request }: { readonly request: OpenClientRequest }): JSX.Element {
  if (request.method === 'sampling/createMessage') {
    return <SamplingRequest request={request} onDecline={() => decline(request)} />;
  }
  if (request.method === 'roots/list') return <RootsRequest request={request} onDecline={() => decline(request)} />;
  const isUrl = textAt(request.params, 'mode') === 'url';
  return isUrl ? <UrlElicitation request={request} /> : <FormElicitation request={request} />;
}
