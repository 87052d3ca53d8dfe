/** Global keyboard shortcuts: `/` focuses the search, Escape closes the open element around the focus. */
export function handleKeys(event: KeyboardEvent): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const isTyping = target.matches('input:not([type=checkbox]), textarea, select');
  if (key === '/' && !isTyping) {
    event.preventDefault();
    // In a narrow window the list may be collapsed.
    const search = document.querySelector<HTMLElement>('nav input[type=search]');
    document.querySelector<HTMLElement>('nav .menu[aria-expanded=false]')?.click();
    search?.focus();
    if (document.activeElement !== search) setTimeout(() => search?.focus());
  } else if (key === 'Escape') close(target, isTyping);
}

function close(target: HTMLElement, isTyping: boolean): void {
  const notice = target.closest('p.notice');
  if (notice !== null) return notice.querySelector('button')?.click();
  const details = target.closest('details[open]');
  // Typed values stay visible.
  if (isTyping || details === null) return;
  const summary = details.querySelector('summary');
  summary?.click();
  summary?.focus();
}
