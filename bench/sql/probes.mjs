/**
 * Writes the configuration of a server from a list of tools.
 *
 * @param {'ours' | 'toolbox' | 'dbhub'} subject
 * @param {'postgres' | 'mariadb' | 'sqlite'} engine
 * @param {readonly object[]} tools Each has `name`, `parameters` (type by name), and `statement` with `{{name}}`, each
 *   parameter once.
 * @param {{ timeoutMs?: number, maxConnections?: number }} [limits]
 */
export function writeConfig(subject, engine, tools, limits = {}) {
  if (subject === 'ours') return writeOurs(engine, tools, limits);
  return subject === 'toolbox' ? writeToolbox(engine, tools, limits) : writeDbhub(engine, tools, limits);
}

const kinds = { postgres: 'postgres', mariadb: 'mysql', sqlite: 'sqlite' };

function writeOurs(engine, tools, { timeoutMs, maxConnections }) {
  const database = { kind: engine, url: { env: 'DATABASE_URL' }, schema: './schema.sql' };
  if (maxConnections !== undefined) database.maxConnections = maxConnections;
  const entries = tools.map(({ name, parameters = {}, statement, sort, columns, rows }) => {
    const properties = Object.entries(parameters).map(([parameter, type]) => [parameter, ourSchema(type, parameter)]);
    if (sort) properties.push(['sort', { enum: sort, description: 'Order.' }]);
    const required = properties.map(([parameter]) => parameter);
    const text = sort ? statement.replace('{{.sort}}', '{{sort | column}}') : statement;
    const sql = {
      statement: text,
      ...(timeoutMs && { timeoutMs }),
      ...(columns && { columns }),
      ...(rows && { rows }),
    };
    const inputSchema = { type: 'object', properties: Object.fromEntries(properties), required };
    return [name, { description: `Probe ${name}.`, inputSchema, sql }];
  });
  return JSON.stringify({
    server: { name: 'probes', version: '1.0.0' },
    databases: { main: database },
    tools: Object.fromEntries(entries),
  });
}

function ourSchema(type, name) {
  const description = `The ${name}.`;
  if (type === 'array') return { type: 'array', items: { type: 'string' }, description };
  return { type: type === 'float' ? 'number' : type, description };
}

/** Replaces `{{name}}` by the parameters of an engine; lists the names in order. */
function bind(engine, statement) {
  const order = [];
  const text = statement.replaceAll(/\{\{(\w+)\}\}/gu, (_all, name) => {
    order.push(name);
    return engine === 'postgres' ? `$${order.length}` : '?';
  });
  return { text, order };
}

function writeToolbox(engine, tools, { timeoutMs, maxConnections }) {
  const kind = kinds[engine];
  const server = { host: '127.0.0.1', port: '${DB_PORT}', database: '${DB_NAME}', user: 'reader', password: 'secret' };
  const source = { kind: 'source', name: 'main', type: kind, ...(engine === 'sqlite' ? {} : server) };
  if (engine === 'sqlite') source.database = '${DB_FILE}';
  if (timeoutMs && engine === 'postgres') source.queryParams = { statement_timeout: String(timeoutMs) };
  if (maxConnections && engine === 'postgres') {
    source.queryParams = { ...source.queryParams, pool_max_conns: String(maxConnections) };
  }
  if (timeoutMs && engine === 'mariadb') source.queryTimeout = `${timeoutMs}ms`;
  const documents = tools.map(({ name, parameters = {}, statement, sort, isListed }) => {
    const { text, order } = bind(engine, statement);
    const list = order.map((parameter) => ({
      name: parameter,
      type: parameters[parameter],
      description: `The ${parameter}.`,
      ...(parameters[parameter] === 'array' && { items: { name: 'item', type: 'string', description: 'Item.' } }),
    }));
    // The allowed values of Toolbox are regular expressions, which also match parts of a text.
    const allowed = isListed && { allowedValues: sort.map((column) => `^${column}$`) };
    const template = sort && [{ name: 'sort', type: 'string', description: 'Order.', ...allowed }];
    return {
      kind: 'tool',
      name,
      type: `${kind}-sql`,
      source: 'main',
      description: `Probe ${name}.`,
      statement: text,
      ...(list.length > 0 && { parameters: list }),
      ...(template && { templateParameters: template }),
    };
  });
  const text = [source, ...documents].map((document) => JSON.stringify(document)).join('\n---\n');
  return text.replaceAll('"${DB_PORT}"', '${DB_PORT}');
}

function writeDbhub(engine, tools, { timeoutMs, isReadOnly }) {
  const lines = ['[[sources]]', 'id = "main"', 'dsn = "$DSN"'];
  if (timeoutMs && engine !== 'sqlite') lines.push(`query_timeout = ${timeoutMs / 1000}`);
  for (const { name, parameters = {}, statement, sort } of tools) {
    if (sort) continue;
    const { text, order } = bind(engine, statement);
    const basics = { name, source: 'main', description: `Probe ${name}.`, statement: text };
    lines.push('', '[[tools]]', ...Object.entries(basics).map(([key, value]) => `${key} = ${JSON.stringify(value)}`));
    for (const parameter of order) {
      const facts = { name: parameter, type: parameters[parameter], description: `The ${parameter}.` };
      lines.push('', '[[tools.parameters]]');
      lines.push(...Object.entries(facts).map(([key, value]) => `${key} = ${JSON.stringify(value)}`));
    }
  }
  lines.push('', '[[tools]]', 'name = "execute_sql"', 'source = "main"', `readonly = ${isReadOnly ?? true}`);
  return `${lines.join('\n')}\n`;
}
