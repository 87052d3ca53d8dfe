type Tags = HTMLElementTagNameMap;

/** Creates an element with attributes and content. Strings become text nodes, never markup. */
export function element<Tag extends keyof Tags>(
  tag: Tag,
  attributes: { readonly [name: string]: string } = {},
  ...content: readonly (Node | string)[]
): Tags[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...content);
  return made;
}

/** Returns the element of the page with an ID. @throws Error if there is none. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element #${id}.`);
  return found;
}
