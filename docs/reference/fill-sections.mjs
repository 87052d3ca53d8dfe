/**
 * Returns a page with its generated sections filled in; `undefined` for a page without such sections.
 *
 * @param sections Text of each section by name.
 * @throws {Error} for a section that has no end, or an unknown name
 */
export function fillSections(file, page, sections) {
  const names = [...page.matchAll(/^<!-- generated: (.+?) -->$/gmu)].map(([, name]) => name);
  if (names.length === 0) return undefined;
  return names.reduce((before, name) => {
    const [start, end] = [`<!-- generated: ${name} -->`, `<!-- end of ${name} -->`];
    const [from, to] = [before.indexOf(start), before.indexOf(end)];
    if (to < from) throw new Error(`${file}: the section ${name} needs the line ${end}.`);
    if (sections[name] === undefined) {
      throw new Error(`${file}: no section is called ${name}. Sections: ${Object.keys(sections).join(', ')}.`);
    }
    return `${before.slice(0, from + start.length)}\n\n${sections[name]}\n\n${before.slice(to)}`;
  }, page);
}
