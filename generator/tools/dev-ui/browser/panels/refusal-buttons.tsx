import type { JSX } from 'preact';
import type { OpenClientRequest } from '../state/ui-model.js';

/** Buttons that decline or cancel an elicitation. */
export function RefusalButtons({ request }: { readonly request: OpenClientRequest }): JSX.Element {
  return (
    <>
      <button type="button" onClick={() => request.resolve({ action: 'decline' })}>
        Decline
      </button>
      <button type="button" onClick={() => request.resolve({ action: 'cancel' })}>
        Cancel
      </button>
    </>
  );
}
