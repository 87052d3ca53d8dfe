import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { UiModel } from '../state/ui-model.js';
import { keyOf, listKinds, type Entry } from '../state/server-entries.js';

/** Entries that are drawn at most in one list; a search finds the others. */
const maximalShown = 300;

/** Lists of tools, prompts, resources and templates, with a search. */
export function EntryList({ model }: { readonly model: UiModel }): JSX.Element {
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean);
  const found = model.entries.filter((entry) => matches(entry, words));
  return (
    <nav aria-label="What the server offers">
      <label class="search">
        Search
        <input
          type="search"
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          autocomplete="off"
          spellcheck={false}
        />
      </label>
      <p class="faint" role="status">
        {words.length > 0 ? `${found.length} of ${model.entries.length} match` : ''}
      </p>
      {listKinds.map(({ kind, heading }) => {
        const own = found.filter((entry) => entry.kind === kind);
        return own.length === 0 ? null : <Section key={kind} heading={heading} entries={own} model={model} />;
      })}
    </nav>
  );
}

interface SectionProps {
  readonly heading: string;
  readonly entries: readonly Entry[];
  readonly model: UiModel;
}

function Section({ heading, entries, model }: SectionProps): JSX.Element {
  return (
    <section>
      <h2>
        {heading} <span class="faint">{entries.length}</span>
      </h2>
      <ul>
        {entries.slice(0, maximalShown).map((entry) => (
          <li key={entry.name}>
            <button
              type="button"
              class="entry"
              aria-current={keyOf(entry) === model.selected ? 'true' : undefined}
              onClick={() => model.select(keyOf(entry))}
            >
              <span class="name">{entry.name}</span>
              {entry.title !== entry.name && <span class="faint">{entry.title}</span>}
            </button>
          </li>
        ))}
      </ul>
      {entries.length > maximalShown && <p class="faint">Search to see the others.</p>}
    </section>
  );
}

function matches({ name, title, description = '' }: Entry, words: readonly string[]): boolean {
  const text = `${name} ${title} ${description}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
