/** Lists the pages that the index names, in its order. Links that leave `docs/` are not pages. */
export function listPages(index) {
  return index.split(/^## /mu).flatMap((part) => {
    const section = part.slice(0, part.indexOf('\n'));
    const links = part.matchAll(/^- \[([^\]]+)\]\(([\w-]+\.md)\): (.+)$/gmu);
    return [...links].map(([, title, file, purpose]) => ({ section, title, file, purpose }));
  });
}

/** Renders `llms.txt` (https://llmstxt.org) with the pages of the index. */
export function renderLlms(index) {
  const sections = new Map();
  for (const { section, title, file, purpose } of listPages(index)) {
    sections.set(section, [...(sections.get(section) ?? []), `- [${title}](docs/${file}): ${purpose}`]);
  }
  const lists = [...sections].map(([section, links]) => `## ${section}\n\n${links.join('\n')}\n`);
  return `# create-mcp-from-schema

> Generates typed TypeScript MCP (Model Context Protocol) servers from definition files: YAML, JSON or OpenAPI.

${lists.join('\n')}
## Optional

- [README](README.md): overview, installation and features
- [Changelog](CHANGELOG.md): changes by version
- [Security](SECURITY.md): threat model, guarantees, reporting a vulnerability
`;
}

/**
 * Renders `llms-full.txt`: all pages of the index in its order, each with its path, without comments, pictures and the
 * spaces that align tables.
 * @param read Returns the text of a page.
 */
export function renderLlmsFull(index, read) {
  const pages = listPages(index).map(({ file }) => {
    const text = read(`docs/${file}`)
      .replaceAll(/^<!--[^]*?-->\n+/gmu, '')
      .replaceAll(/^!\[[^\]]*\]\([^)]*\)\n+/gmu, '')
      .replaceAll(/^\|.*$/gmu, (row) => row.replaceAll(/ {2,}/gu, ' ').replaceAll(/-{3,}/gu, '---'));
    return `<!-- docs/${file} -->\n\n${text.trim()}\n`;
  });
  return `${renderLlms(index)}\n${pages.join('\n')}`;
}
