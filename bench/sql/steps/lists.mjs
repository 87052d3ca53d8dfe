import { openClient } from '../client.mjs';
import { configFiles, hotelStatements, readConfig } from '../hotels.mjs';
import { prepareServer, subjectNames } from '../subjects.mjs';

/** Compares what each server lists for the same five tools, and the size of its configuration. */
export async function compareLists({ databases, engines }) {
  const found = [];
  for (const engine of engines) {
    const environment = await databases[engine].create('lists', hotelStatements(engine));
    for (const subject of subjectNames) {
      const config = readConfig(engine, configFiles[subject]);
      const options = { config, schema: readConfig(engine, 'schema.sql'), environment };
      const client = await openClient(prepareServer(subject, `lists-${engine}`, options), 'stdio');
      const { result } = await client.ask('tools/list');
      await client.close();
      found.push({ engine, subject, lines: countLines(config), ...describe(result.tools) });
    }
  }
  return found;
}

/** Counts lines without blank ones and comments. */
function countLines(text) {
  return text.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('#')).length;
}

function describe(tools) {
  const find = (name) => tools.find((tool) => tool.name === name);
  const types = (name) =>
    Object.fromEntries(
      Object.entries(find(name).inputSchema.properties).map(([key, { type, format }]) => [
        key,
        format === undefined ? type : `${type} (${format})`,
      ]),
    );
  return {
    tools: tools.length,
    bytes: JSON.stringify(tools).length,
    outputSchemas: tools.filter(({ outputSchema }) => outputSchema !== undefined).length,
    hintsOfSearch: find('search-hotels-by-name').annotations,
    hintsOfUpdate: find('update-hotel').annotations,
    typesOfUpdate: types('update-hotel'),
  };
}
