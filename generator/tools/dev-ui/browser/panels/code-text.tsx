import type { JSX } from 'preact';

/** Message text in which backticks mark code. */
export function CodeText({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split(/`([^`]+)`/u);
  return <>{parts.map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>;
}
