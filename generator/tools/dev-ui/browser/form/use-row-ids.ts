import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { moveItem } from './edit-value.js';

/** List rows that keep their identity, and thus their typed text, while other rows are moved or removed. */
interface RowIds {
  readonly container: RefObject<HTMLDivElement | null>;
  readonly ids: readonly number[];
  /** Moves a row, and focuses its button again. */
  move(index: number, by: number, button: string): void;
  /** Removes a row, and focuses the next row, or else the button that adds a row. */
  remove(index: number): void;
  /** Focuses the first control of the added row. */
  add(): void;
}

/** Returns stable IDs for a number of rows. */
export function useRowIds(count: number): RowIds {
  const container = useRef<HTMLDivElement>(null);
  const last = useRef(0);
  const ids = useRef<readonly number[]>([]);
  const wanted = useRef<string | undefined>(undefined);
  while (ids.current.length < count) ids.current = [...ids.current, (last.current += 1)];
  if (ids.current.length > count) ids.current = ids.current.slice(0, count);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const target = container.current?.querySelector<HTMLElement>(wanted.current);
    wanted.current = undefined;
    (target ?? container.current?.querySelector<HTMLElement>(':scope > .form-add'))?.focus();
  });
  const controls = ['input', 'select', 'textarea', 'button'];
  const firstControl = (row: string) => controls.map((name) => `:scope > ${row} ${name}`).join(',');
  return {
    container,
    ids: ids.current,
    move(index, by, button) {
      wanted.current = `:scope > [data-row="${ids.current[index]}"] > .form-row-tools > [data-button="${button}"]`;
      ids.current = moveItem(ids.current, index, by);
    },
    remove(index) {
      ids.current = ids.current.toSpliced(index, 1);
      wanted.current = firstControl(`[data-row="${ids.current[index] ?? 'none'}"]`);
    },
    add() {
      wanted.current = firstControl('.form-row:nth-last-child(1 of .form-row)');
    },
  };
}
