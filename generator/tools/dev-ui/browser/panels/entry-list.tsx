import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { UiModel } from '../state/ui-model.js';
import { keyOf, listKinds, type Entry } from '../state/server-entries.js';

/** Maximum number of entries rendered in a list; a search finds the others. */
const maxShown = 300;

/** Overview, tools, prompts, resources and templates, with a search. Arrow keys move between entries, including from the search field. */
export function EntryList({ model }: { readonly model: UiModel }): JSX.Element {
  const [search, setSearch] = useState('');
  const nav = useRef<HTMLElement>(null);
  // In narrow windows the list collapses when an entry is shown.
  const [isOpen, setOpen] = useState(true);
  useEffect(() => setOpen(model.selected === undefined), [model.selected]);
  const words = wordsOf(search);
  const found = model.entries.filter((entry) => matches(entry, words));
  const move = (event: KeyboardEvent): void => {
    const shown = [...(nav.current?.querySelectorAll<HTMLElement>('.entry') ?? [])];
    const { target: focused } = event;
    const isSearch = focused instanceof HTMLInputElement;
    const first = shown.find(({ dataset }) => dataset['entry'] !== undefined);
    if (isSearch && event.key === 'Enter') {
      // The list may not be rendered yet for the last typed characters.
      const match = model.entries.find((entry) => matches(entry, wordsOf(focused.value)));
      if (match !== undefined) model.select(keyOf(match));
      return;
    }
    const at = shown.findIndex((entry) => entry === document.activeElement);
    const target = isSearch ? (event.key === 'ArrowDown' ? first : undefined) : targetOf(event.key, shown, at);
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  };
  return (
    <nav ref={nav} class={isOpen ? 'open' : undefined} aria-label="Tools, prompts and resources" onKeyDown={move}>
      <button type="button" class="menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Menu
      </button>
      <button
        type="button"
        class="entry"
        aria-current={model.entry === undefined ? 'page' : undefined}
        onClick={() => model.select(undefined)}
      >
        Overview
      </button>
      <SearchField value={search} onChange={setSearch} />
      <p class="faint" role="status">
        {words.length > 0 ? `${found.length} of ${model.entries.length} match` : ''}
      </p>
      {listKinds.map(({ kind, heading }) => {
        const listed = found.filter((entry) => entry.kind === kind);
        return listed.length === 0 ? null : <Section key={kind} heading={heading} entries={listed} model={model} />;
      })}
    </nav>
  );
}

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SearchField({ value, onChange }: SearchFieldProps): JSX.Element {
  return (
    <label class="search">
      <span class="unseen">Search</span>
      <input
        type="search"
        value={value}
        placeholder="Search"
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
        autocomplete="off"
        spellcheck={false}
        aria-keyshortcuts="/"
      />
      {value === '' && <kbd aria-hidden="true">/</kbd>}
    </label>
  );
}

/** Returns the entry that a key moves to from a position. */
function targetOf(key: string, shown: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (at < 0) return undefined;
  if (key === 'Home') return shown[0];
  if (key === 'End') return shown.at(-1);
  return key === 'ArrowDown' ? shown[at + 1] : key === 'ArrowUp' ? shown[Math.max(0, at - 1)] : undefined;
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
        {heading} <span class="count">{entries.length}</span>
      </h2>
      <ul>
        {entries.slice(0, maxShown).map((entry) => (
          <li key={entry.name}>
            <button
              type="button"
              class="entry"
              data-entry=""
              aria-current={keyOf(entry) === model.selected ? 'true' : undefined}
              onClick={() => model.select(keyOf(entry))}
            >
              <span class="name">{entry.name}</span>
              {entry.title !== entry.name && <span class="faint">{entry.title}</span>}
            </button>
          </li>
        ))}
      </ul>
      {entries.length > maxShown && <p class="hint">{entries.length - maxShown} more. Search to find them.</p>}
    </section>
  );
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/u).filter(Boolean);
}

function matches({ name, title, description = '' }: Entry, words: readonly string[]): boolean {
  const text = `${name} ${title} ${description}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
