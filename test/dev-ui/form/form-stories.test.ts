import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openForm, type OpenForm } from './open-form.js';

let form: OpenForm;

beforeAll(async () => {
  form = await openForm();
});

afterAll(async () => {
  await form.close();
});

const order = {
  type: 'object',
  properties: {
    customer: { type: 'string', description: 'Name of the customer.', minLength: 2 },
    city: { type: 'string', title: 'City' },
    count: { type: 'integer', minimum: 1, default: 1 },
    gift: { type: 'boolean' },
    paid: { type: 'boolean', default: true },
    size: { enum: ['small', 'large'] },
    note: { type: ['string', 'null'] },
    when: { type: 'string', format: 'date' },
    address: {
      type: 'object',
      properties: { street: { type: 'string' }, 'zip code': { type: 'string', pattern: '^\\d{5}$' } },
      required: ['street'],
    },
    tags: { type: 'array', items: { type: 'string' } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['customer', 'address'],
};

describe('a person', () => {
  test('fills a form with the keyboard alone, and is led to the first error', async () => {
    const { page } = form;
    await form.show(order);
    await page.locator('#call').focus();
    await page.keyboard.press('Enter');
    await page.getByText('2 problems').waitFor();
    const focused = () => page.locator('[data-path]:focus-within').last().getAttribute('data-path');
    await expect.poll(focused, { timeout: 30_000 }).toBe('/customer');
    const describedBy = await page.locator(':focus').getAttribute('aria-describedby');
    const texts = (describedBy ?? '').split(' ').map((id) => page.locator(`[id="${id}"]`).innerText());
    expect(await Promise.all(texts)).toEqual(['Name of the customer.', 'is required']);
    await form.expectAccessible();

    await page.keyboard.type('Ada');
    // The required address comes next: its fold, then its first property.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Main Street 1');
    expect(JSON.parse(await form.value())).toEqual({ customer: 'Ada', address: { street: 'Main Street 1' } });
    await form.call();
    expect(await page.locator('.form-summary').innerText()).toBe('');
  });

  test('empties an optional text to omit it, and tells an absent text from an empty one', async () => {
    const { page } = form;
    await form.show(order);
    const city = page.getByLabel('City', { exact: true });
    await city.fill('Oslo');
    expect(JSON.parse(await form.value())).toEqual({ address: {}, city: 'Oslo' });
    await city.fill('');
    expect(JSON.parse(await form.value())).toEqual({ address: {} });
    await page.getByLabel('customer').fill('x');
    await page.getByLabel('customer').fill('');
    expect(JSON.parse(await form.value())).toEqual({ address: {}, customer: '' });
    await page.getByText('Sends an empty string.').waitFor();
    await page.getByRole('button', { name: 'Edit as JSON' }).click();
    await page.getByRole('textbox', { name: 'Arguments (JSON)' }).fill('{"city": ""}');
    expect(await page.getByText('Sends an empty string.').count()).toBe(1);
  });

  test('sees one mark of an optional value, and no second control', async () => {
    const { page } = form;
    await form.show(order);
    const field = (name: string) => page.locator(`[data-path="/${name}"]`);
    const linesOf = async (name: string) => (await field(name).innerText()).split(/\n+/u);
    expect(await linesOf('customer')).toEqual(['customer', 'Name of the customer.']);
    expect(await linesOf('city')).toEqual(['City', 'optional']);
    expect(await field('city').locator('input, button, select').count()).toBe(1);
    expect(await field('count').getByRole('textbox').getAttribute('placeholder')).toBe('default: 1');
    expect(await field('size').locator('option').allInnerTexts()).toEqual(['Not set', 'small', 'large']);
  });

  test('sets a checkbox to true, false and nothing again, with the keyboard', async () => {
    const { page } = form;
    await form.show({ ...order, required: ['paid'] });
    const gift = page.getByRole('checkbox', { name: 'gift' });
    const isMixed = () => gift.evaluate((box) => (box as unknown as { indeterminate: boolean }).indeterminate);
    const states: unknown[] = [];
    await gift.focus();
    for (let count = 0; count < 4; count += 1) {
      const { gift: value } = JSON.parse(await form.value()) as { readonly gift?: boolean };
      states.push([value, await isMixed(), await gift.isChecked()]);
      await page.keyboard.press('Space');
    }
    expect(states).toEqual([
      [undefined, true, false],
      [true, false, true],
      [false, false, false],
      [undefined, true, false],
    ]);
    // A required boolean is never unset; its default fills it.
    const paid = page.getByRole('checkbox', { name: 'paid' });
    for (const isChecked of [true, false, true]) {
      expect(await paid.isChecked()).toBe(isChecked);
      await paid.press('Space');
    }
    await form.show(order);
    await page.getByText('Not set (default: true)').waitFor();
    await form.expectAccessible();
  });

  test('picks dates, times with their offset, and colors', async () => {
    const { page } = form;
    await form.show({
      type: 'object',
      properties: {
        day: { type: 'string', format: 'date' },
        start: { type: 'string', format: 'date-time' },
        paint: { type: 'string', format: 'color' },
      },
    });
    await page.getByLabel('day').fill('2027-05-01');
    const start = page.getByLabel('start');
    expect(await start.getAttribute('type')).toBe('datetime-local');
    await start.fill('2027-05-01T18:30:15');
    const { start: entered } = JSON.parse(await form.value()) as { readonly start: string };
    expect(entered).toMatch(/^2027-05-01T18:30:15(?:Z|[+-]\d\d:\d\d)$/u);
    await page.getByLabel('Pick paint').fill('#00ff7f');
    expect(JSON.parse(await form.value())).toEqual({ day: '2027-05-01', start: entered, paint: '#00ff7f' });
    await page.getByRole('textbox', { name: 'paint', exact: true }).fill('rebeccapurple');
    await form.call();
    expect(await page.locator('.form-summary').innerText()).toBe('');
    await form.expectAccessible();
    // The offset of a value stays, and what no input shows is a text.
    await page.getByRole('button', { name: 'Edit as JSON' }).click();
    const json = page.getByRole('textbox', { name: 'Arguments (JSON)' });
    await json.fill('{"start":"2027-01-02T03:04:05+05:30"}');
    await page.getByText('UTC+05:30').waitFor();
    await start.fill('2027-01-02T04:00:00');
    expect(JSON.parse(await form.value())).toEqual({ start: '2027-01-02T04:00:00+05:30' });
    await json.fill('{"start":"tomorrow","day":"2027-02-30"}');
    expect(await page.getByRole('textbox', { name: 'start' }).inputValue()).toBe('tomorrow');
    expect(await page.getByRole('textbox', { name: 'day' }).inputValue()).toBe('2027-02-30');
    await page.getByRole('textbox', { name: 'start' }).fill('');
    expect(JSON.parse(await form.value())).toEqual({ day: '2027-02-30' });
  });

  test('gets suggestions of the server', async () => {
    const { page } = form;
    await form.show(order);
    await page.getByLabel('City', { exact: true }).fill('V');
    await expect
      .poll(() => page.locator('datalist option').evaluateAll((all) => all.map((each) => each.getAttribute('value'))), {
        timeout: 30_000,
      })
      .toEqual(['Vienna', 'Venice']);
  });

  test('sees the default, and types numbers of any length', async () => {
    const { page } = form;
    await form.show(order);
    const count = page.getByRole('textbox', { name: 'count' });
    expect(await count.getAttribute('placeholder')).toBe('default: 1');
    await count.fill('12345678901234567890');
    expect(await form.value()).toBe('{"address":{},"count":12345678901234567890}');
    await count.fill('');
    await count.pressSequentially('1.05');
    expect(await form.value()).toBe('{"address":{},"count":1.05}');
    expect(await count.inputValue()).toBe('1.05');
    await count.fill('many');
    await form.call();
    expect(await page.locator('[data-path="/count"] .form-error').innerText()).toContain(
      'must be an integer, got "many"',
    );
  });

  test('switches between alternatives and finds the values of each again', async () => {
    const { page } = form;
    await form.show({
      type: 'object',
      required: ['shape'],
      properties: {
        shape: {
          oneOf: [
            {
              type: 'object',
              properties: { kind: { const: 'circle' }, color: { type: 'string' }, radius: { type: 'number' } },
              required: ['kind', 'radius'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { kind: { const: 'square' }, color: { type: 'string' }, side: { type: 'number' } },
              required: ['kind', 'side'],
              additionalProperties: false,
            },
            { type: 'string', title: 'By name' },
          ],
        },
      },
    });
    const kind = page.getByRole('combobox', { name: 'Type of shape' });
    expect(await kind.locator('option').allInnerTexts()).toEqual(['Select…', 'circle', 'square', 'By name']);
    await kind.selectOption('circle');
    await page.getByRole('textbox', { name: 'radius' }).fill('2');
    await page.getByRole('textbox', { name: 'color' }).fill('red');
    await kind.selectOption('square');
    expect(JSON.parse(await form.value())).toEqual({ shape: { kind: 'square', color: 'red' } });
    await page.getByRole('textbox', { name: 'side' }).fill('3');
    await form.expectAccessible();
    await form.call();
    expect(await page.locator('.form-summary').innerText()).toBe('');
    await kind.selectOption('By name');
    expect(JSON.parse(await form.value())).toEqual({ shape: '' });
    await kind.selectOption('circle');
    expect(JSON.parse(await form.value())).toEqual({ shape: { kind: 'circle', radius: 2, color: 'red' } });
  });

  test('adds, moves and removes items, with the keyboard', async () => {
    const { page } = form;
    await form.show({
      type: 'object',
      properties: { tags: { type: 'array', items: { type: 'string' } } },
      required: ['tags'],
    });
    await page.getByRole('button', { name: 'Add tags' }).press('Enter');
    const add = page.getByRole('button', { name: 'Add item to tags' });
    for (const tag of ['a', 'b', 'c']) {
      await add.press('Enter');
      // The new item has the focus.
      await page.locator('input:focus').waitFor();
      await page.keyboard.type(tag);
    }
    expect(JSON.parse(await form.value())).toEqual({ tags: ['a', 'b', 'c'] });
    await page.getByRole('button', { name: 'Move item 3 of tags up' }).press('Enter');
    await page.keyboard.press('Enter');
    expect(JSON.parse(await form.value())).toEqual({ tags: ['c', 'a', 'b'] });
    await page.getByRole('button', { name: 'Remove item 2 of tags' }).press('Enter');
    expect(JSON.parse(await form.value())).toEqual({ tags: ['c', 'b'] });
    expect(await page.locator(':focus').inputValue()).toBe('b');
    await form.expectAccessible();
  });

  test('names the entries of a map; no name replaces another entry', async () => {
    const { page } = form;
    await form.show({
      type: 'object',
      properties: { labels: { type: 'object', additionalProperties: { type: 'integer' } } },
      required: ['labels'],
    });
    const add = page.getByRole('button', { name: 'Add entry to labels' });
    await add.click();
    // The new entry has the focus.
    await page.locator('input:focus').waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('first');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1');
    await add.click();
    await page.getByRole('textbox', { name: 'Name of key in labels' }).fill('first');
    await page.keyboard.press('Tab');
    await page.getByText('This name is in use. Enter another name.').waitFor();
    expect(JSON.parse(await form.value())).toEqual({ labels: { first: 1, key: 0 } });
    await page.getByRole('textbox', { name: 'Name of key in labels' }).fill('__proto__');
    await page.keyboard.press('Tab');
    expect(await form.value()).toBe('{"labels":{"first":1,"__proto__":0}}');
    await form.expectAccessible();
  });

  test('picks a file, unless it is too large', async () => {
    const { page } = form;
    await form.show({
      type: 'object',
      properties: { photo: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' } },
    });
    const input = page.locator('input[type=file]');
    await input.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from('hello') });
    await page.getByText('dot.png, 5 bytes').waitFor();
    expect(JSON.parse(await form.value())).toEqual({ photo: 'aGVsbG8=' });
    await input.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(5_000_001) });
    await page.getByText('huge.png is 5.0 MB. Choose a file of at most 5.0 MB.').waitFor();
    expect(JSON.parse(await form.value())).toEqual({ photo: 'aGVsbG8=' });
    await form.expectAccessible();
  });

  test('goes as deep into a recursive schema as wanted', async () => {
    const { page } = form;
    await form.show({
      $defs: {
        node: {
          type: 'object',
          properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' } },
          required: ['name'],
        },
      },
      $ref: '#/$defs/node',
      type: 'object',
    });
    for (let depth = 0; depth < 3; depth += 1) {
      await page.getByRole('textbox', { name: 'name' }).nth(depth).fill(`level ${depth}`);
      await page.getByRole('button', { name: 'Add next' }).click();
    }
    expect(JSON.parse(await form.value())).toEqual({
      name: 'level 0',
      next: { name: 'level 1', next: { name: 'level 2', next: {} } },
    });
    await form.call();
    expect(await page.locator('.form-summary li').innerText()).toBe('next › next › next › name: is required');
    await page.getByRole('button', { name: 'next › next › next › name' }).click();
    expect(await page.locator('[data-path]:focus-within').last().getAttribute('data-path')).toBe(
      '/next/next/next/name',
    );
  });

  test('finds one of sixty properties', async () => {
    const { page } = form;
    const names = Array.from({ length: 60 }, (_, index) => `setting_${index}`);
    await form.show({
      type: 'object',
      properties: Object.fromEntries(
        names.map((name) => [name, { type: 'string', title: `Setting ${name.slice(8)}` }]),
      ),
      required: ['setting_59'],
    });
    expect(await page.locator('[data-path^="/"] label').first().innerText()).toBe('Setting 59');
    await page.getByRole('searchbox').fill('_42');
    expect(await page.locator('[data-path^="/"]').count()).toBe(1);
    await page.getByRole('textbox', { name: 'Setting 42' }).fill('x');
    await page.getByRole('searchbox').fill('');
    expect(JSON.parse(await form.value())).toEqual({ setting_42: 'x' });
    // Errors of properties are shown wherever they are.
    await form.call();
    expect(await page.locator('.form-summary li').innerText()).toBe('setting_59: is required');
    await form.expectAccessible();
  });

  test('edits the JSON next to the form; an invalid text is kept until it is fixed', async () => {
    const { page } = form;
    await form.show(order);
    await page.getByLabel('City', { exact: true }).fill('Oslo');
    const json = page.getByRole('button', { name: 'Edit as JSON' });
    await json.click();
    const text = page.getByRole('textbox', { name: 'Arguments (JSON)' });
    expect(await text.inputValue()).toBe('{\n  "address": {},\n  "city": "Oslo"\n}');
    await text.fill('{\n  "city": "Bergen",\n  "extra": [1, 2],\n  "count": 99999999999999999999\n}');
    expect(await page.getByLabel('City', { exact: true }).inputValue()).toBe('Bergen');
    expect(await form.value()).toBe('{"city":"Bergen","extra":[1,2],"count":99999999999999999999}');
    await form.expectAccessible();
    await text.fill('{\n  "city": "Bergen"\n  "count": 1\n}');
    await page.getByText('Line 3, column 3: expected "," or "}".').waitFor();
    expect(await form.value()).toContain('extra');
    expect(await page.locator('.form-fields').getAttribute('inert')).not.toBeNull();
    await json.click();
    await json.click();
    expect(await text.inputValue()).toBe('{\n  "city": "Bergen"\n  "count": 1\n}');
    await text.fill('{"city": "Bergen",  "count": 1}');
    expect(await form.value()).toBe('{"city":"Bergen","count":1}');
    expect(await text.inputValue()).toBe('{"city": "Bergen",  "count": 1}');
    await page.getByLabel('City', { exact: true }).fill('Moss');
    expect(await text.inputValue()).toBe('{\n  "city": "Moss",\n  "count": 1\n}');
  });

  test('sees values that do not fit the schema, and errors without a field', async () => {
    const { page } = form;
    await form.show({ ...order, additionalProperties: false, minProperties: 20 });
    await page.getByRole('button', { name: 'Edit as JSON' }).click();
    await page
      .getByRole('textbox', { name: 'Arguments (JSON)' })
      .fill('{"customer":["x"],"address":{"street":"s"},"gift":"maybe","unknown":1}');
    expect(await page.getByRole('textbox', { name: 'gift as JSON' }).inputValue()).toBe('"maybe"');
    expect(await page.getByRole('textbox', { name: 'customer as JSON' }).inputValue()).toBe('[\n  "x"\n]');
    await form.call();
    const items = await page.locator('.form-summary li').allInnerTexts();
    expect(items).toContain('arguments: must have at least 20 properties');
    expect(items).toContain('unknown: is not allowed');
    await page.getByRole('button', { name: 'Remove unknown of arguments' }).click();
    await form.expectAccessible();
  });

  test('is not fooled by hostile schemas: texts are no HTML, and nothing takes long', async () => {
    const { page } = form;
    const html = '<img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>';
    const wide = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [
        `d${index}`,
        {
          allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }],
          anyOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }],
        },
      ]),
    );
    const deep = Array.from({ length: 500 }).reduce<object>(
      (inner) => ({ type: 'object', properties: { x: inner }, required: ['x'] }),
      { type: 'string' },
    );
    await form.show({
      type: 'object',
      $defs: { ...wide, loop: { anyOf: [{ $ref: '#/$defs/loop' }, { $ref: '#/$defs/loop' }] } },
      properties: {
        [html]: { type: 'string', title: html, description: html, default: html, examples: [html] },
        slow: { type: 'object', patternProperties: { '^(a+)+$': { type: 'string' } } },
        wide: { $ref: '#/$defs/d0' },
        loop: { $ref: '#/$defs/loop' },
        deep,
        never: false,
        many: { enum: Array.from({ length: 5_000 }, (_, index) => index) },
        __proto__: { type: 'string' },
        constructor: { type: 'string' },
      },
      required: [html, 'slow', 'wide', 'loop', 'deep', 'never', 'missing'],
    });
    const values = { slow: { [`${'a'.repeat(40)}!`]: 'x' }, wide: 'text', loop: [1], deep: { x: { x: {} } }, many: 7 };
    await page.getByRole('button', { name: 'Edit as JSON' }).click();
    await page.getByRole('textbox', { name: 'Arguments (JSON)' }).fill(JSON.stringify(values));
    expect(JSON.parse(await form.value())).toEqual(values);
    expect(await page.locator('.form img, .form script').count()).toBe(0);
    expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
    expect(form.faults).toEqual([]);
  });
});
