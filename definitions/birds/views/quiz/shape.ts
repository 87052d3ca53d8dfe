/** Element of a drawing. */
export type Shape = SVGElement;

/** Creates an SVG element with attributes. */
export function shape(name: string, attributes: { readonly [attribute: string]: string | number }): Shape {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
}
