import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { packageFull, readPackaged, settingVariables, userSettings } from './packaged-projects.js';

const { folder: full, made } = await packageFull();
const root = path.join(full, 'packages/plugin');
const plugin = path.join(root, 'plugins/acme-shelf');

const shared = {
  name: 'acme-shelf',
  version: '1.4.0',
  description: 'Looks after the shelves of a warehouse.',
  author: { name: 'Jane Doe', email: 'jane@example.com', url: 'https://jane.example.com' },
  homepage: 'https://shelf.example.com/about',
  repository: 'https://github.com/acme/shelf',
  license: 'Apache-2.0 OR MIT',
  keywords: ['warehouse', 'books'],
};

test('the manifest of Claude Code asks for the settings', async () => {
  expect(made).toMatchObject({ exitCode: 0, error: '' });
  const manifest = await readPackaged(full, 'plugin/plugins/acme-shelf/.claude-plugin/plugin.json');
  expect(manifest).toEqual({
    ...shared,
    mcpServers: {
      'acme-shelf': {
        command: 'node',
        args: ['${CLAUDE_PLUGIN_ROOT}/start.mjs'],
        env: settingVariables,
      },
    },
    userConfig: userSettings,
  });
});

test('the manifest of Codex names files that exist', async () => {
  const manifest = await readPackaged(full, 'plugin/plugins/acme-shelf/.codex-plugin/plugin.json');
  expect(manifest).toEqual({
    ...shared,
    skills: './skills/',
    mcpServers: {
      'acme-shelf': {
        command: 'node',
        args: ['./start.mjs'],
        cwd: '.',
        env_vars: ['ACME_KEY', 'SHELF', 'LIMIT', 'VERBOSE', 'ACME_FOLDER'],
      },
    },
    interface: {
      displayName: 'The Shelf',
      shortDescription: 'Shelves of a warehouse.',
      longDescription: 'Counts **books** on shelves.',
      developerName: 'Jane Doe',
      category: 'Productivity',
      capabilities: ['Read', 'Write'],
      // Its validator (scripts/validate_plugin.py of plugin-creator) requires it: at most 3 texts of at most 128 characters.
      defaultPrompt: ['Tidies a shelf.'],
      websiteURL: 'https://shelf.example.com/about',
      privacyPolicyURL: 'https://shelf.example.com/privacy',
      composerIcon: './assets/icon.png',
      logo: './assets/icon.png',
      screenshots: ['./assets/screenshot-1.png'],
    },
  });
  for (const file of [
    'start.mjs',
    'skills/acme-shelf/SKILL.md',
    'assets/icon.png',
    'README.md',
    'assets/screenshot-1.png',
  ]) {
    expect(existsSync(path.join(plugin, file)), file).toBe(true);
  }
});

test('the marketplaces of Claude Code and Codex name the folder of the plugin', async () => {
  expect(await readPackaged(full, 'plugin/.claude-plugin/marketplace.json')).toMatchObject({
    name: 'acme-shelf',
    owner: { name: 'Jane Doe', email: 'jane@example.com' },
    plugins: [{ name: 'acme-shelf', source: './plugins/acme-shelf' }],
  });
  expect(await readPackaged(full, 'plugin/.agents/plugins/marketplace.json')).toMatchObject({
    plugins: [{ name: 'acme-shelf', source: { source: 'local', path: './plugins/acme-shelf' } }],
  });
});

test('the extension of Gemini CLI has the settings', async () => {
  expect(await readPackaged(full, 'plugin/plugins/acme-shelf/gemini-extension.json')).toMatchObject({
    name: 'acme-shelf',
    version: '1.4.0',
    mcpServers: {
      'acme-shelf': {
        command: 'node',
        args: ['${extensionPath}${/}start.mjs'],
        env: expect.objectContaining({ ACME_KEY: '${ACME_KEY}' }) as object,
      },
    },
    settings: expect.arrayContaining([
      { name: 'API key', description: 'From your account page.', envVar: 'ACME_KEY', sensitive: true },
    ]) as unknown,
  });
});

test('the plugin starts as each host starts it: settings that are omitted are not set', async () => {
  const path_ = process.env['PATH'] ?? '';
  const hosts = [
    {
      args: [path.join(plugin, 'start.mjs')],
      env: { PATH: path_, ACME_KEY: 'k9', SHELF: '', VERBOSE: '${user_config.verbose}' },
    },
    { args: ['./start.mjs'], cwd: plugin, env: { PATH: path_, ACME_KEY: 'k9' } },
    { args: [path.join(plugin, 'start.mjs')], env: { PATH: path_, ACME_KEY: 'k9', VERBOSE: '${VERBOSE}' } },
  ];
  for (const host of hosts) {
    const client = new Client({ name: 'host', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command: 'node', ...host, stderr: 'ignore' }));
    try {
      const { content } = await client.callTool({ name: 'count_books', arguments: {} });
      expect(content).toEqual([{ type: 'text', text: 'k9 none none none none' }]);
    } finally {
      await client.close();
    }
  }
});

test('VS Code asks for the required settings, and links carry none', async () => {
  expect(await readPackaged(full, 'plugin/vscode/mcp.json')).toEqual({
    inputs: [{ type: 'promptString', id: 'acme_key', description: 'From your account page.', password: true }],
    servers: {
      'acme-shelf': {
        type: 'stdio',
        command: 'npx',
        args: ['-y', '@acme/shelf-mcp@1.4.0'],
        env: { ACME_KEY: '${input:acme_key}' },
      },
    },
  });
  const links = await readFile(path.join(root, 'links.md'), 'utf8');
  const query = /cursor\.com\/\S*?config=([^&)]+)/u.exec(links)?.[1] ?? '';
  expect(JSON.parse(atob(decodeURIComponent(query)))).toEqual({ url: 'https://shelf.example.com/mcp' });
  expect(links).not.toContain('npx');
});
