/** A restaurant: a form with limits, a question, a structured answer, progress, a menu and a prompt. */
export const restaurant = {
  'definitions/restaurant.mcp.yaml': `server:
  name: restaurant
  title: Chez Ada
  version: 1.4.0
  instructions: Look at the menu before you reserve a table.

tools:
  book_table:
    title: Book a table
    description: Reserves a table for one evening.
    inputSchema:
      type: object
      properties:
        date: { type: string, format: date, description: The evening. }
        guests: { type: integer, minimum: 1, maximum: 12, description: How many will come. }
      required: [date, guests]
    elicitations:
      details:
        message: 'A table for {{guests}} on {{date}}?'
        requestedSchema:
          type: object
          properties:
            where: { type: string, title: Where, enum: [inside, terrace, garden] }
            name: { type: string, title: Name, minLength: 2 }
          required: [where, name]

  find_dishes:
    title: Find dishes
    description: Searches the menu.
    annotations: { readOnlyHint: true }
    inputSchema:
      type: object
      properties:
        query: { type: string, description: 'Words to look for, such as "tart".', examples: [tart, soup] }
        vegan: { type: boolean, default: false, description: Only dishes without animal products. }
      required: [query]
    outputSchema:
      type: object
      properties:
        dishes:
          type: array
          items:
            type: object
            properties: { name: { type: string }, price: { type: number }, vegan: { type: boolean } }
            required: [name, price, vegan]
      required: [dishes]

prompts:
  suggest:
    title: Suggest a meal
    description: Suggests a meal of three courses.
    arguments: { occasion: { description: 'The occasion, such as "a birthday".', required: true } }
    messages:
      - { role: user, content: 'Suggest three courses for {{occasion}}.' }
`,
  'handlers/tools/book-table.ts': `import type { BookTable } from '../../generated/handlers.ts';
export const bookTable: BookTable = async ({ date, guests }, { elicitations }) => {
  const answer = await elicitations.details({ date, guests });
  if (answer.action !== 'accept') return 'Nothing was reserved.';
  return \`Reserved: \${guests} guests on \${date}, \${answer.content.where}, for \${answer.content.name}\`;
};
`,
  'handlers/tools/find-dishes.ts': `import type { FindDishes } from '../../generated/handlers.ts';
const menu = [
  { name: 'Onion soup', price: 9.5, vegan: true },
  { name: 'Leek tart', price: 12, vegan: false },
  { name: 'Apple tart', price: 8, vegan: true },
];
export const findDishes: FindDishes = async ({ query, vegan }) => ({
  dishes: menu.filter((dish) => dish.name.toLowerCase().includes(query) && (!vegan || dish.vegan)),
});
`,
};
