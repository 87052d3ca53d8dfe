import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';

/** View of a tab. */
export interface Tab {
  readonly name: string;
  readonly show: () => JSX.Element;
}

/**
 * Tabs with one visible view. Arrow keys move between the tabs.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }): JSX.Element {
  const id = useId();
  const [chosen, choose] = useState(0);
  const active = Math.min(chosen, tabs.length - 1);
  const move = (event: KeyboardEvent): void => {
    const steps: { readonly [key: string]: number } = {
      ArrowRight: active + 1,
      ArrowLeft: active - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (step + tabs.length) % tabs.length;
    choose(next);
    document.getElementById(`${id}-tab-${next}`)?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === active}
            aria-controls={`${id}-panel`}
            tabIndex={index === active ? 0 : -1}
            onClick={() => choose(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${active}`} tabIndex={0}>
        {tabs[active]?.show()}
      </div>
    </div>
  );
}
