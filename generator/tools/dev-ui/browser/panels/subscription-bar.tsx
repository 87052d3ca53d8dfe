import type { JSX } from 'preact';
import { useObserved } from '../state/observable.js';
import type { UiModel } from '../state/ui-model.js';

/** Button that subscribes to a resource, and the number of reported changes. */
export function SubscriptionBar({ model, uri }: { readonly model: UiModel; readonly uri: string }): JSX.Element {
  const { subscriptions } = model;
  useObserved(subscriptions);
  const found = subscriptions.find(uri);
  return (
    <p class="actions subscription">
      {found === undefined ? (
        <button type="button" onClick={() => subscriptions.add(uri)}>
          Subscribe
        </button>
      ) : (
        <button type="button" onClick={() => subscriptions.remove(uri)}>
          Unsubscribe
        </button>
      )}
      <span role="status" class={found?.problem === undefined ? 'faint' : 'error'}>
        {found !== undefined && (found.problem ?? describeUpdates(found.updates))}
      </span>
    </p>
  );
}

function describeUpdates(count: number): string {
  if (count === 0) return 'Subscribed, no updates yet';
  return `Subscribed, ${count} ${count === 1 ? 'update' : 'updates'}`;
}
