import { copies, upTo, type Task } from './task.js';

const findPets = { tool: 'findPets', query: 'find pets by status', fields: ['id', 'name', 'price', 'status'] };

/** Tasks over the Petstore of `definitions/petstore/`. */
export const petstoreTasks: readonly Task[] = [
  {
    name: 'How many pets are sold?',
    uses: { getInventory: { tool: 'getInventory', query: 'count pets by status' } },
    toolsets: ['store'],
    replies: { 'GET /inventory': () => ({ body: { available: 12, pending: 3, sold: 41 } }) },
    script: `
const inventory = await petstore.getInventory();
return { sold: inventory.sold };`,
    answer: { sold: 41 },
  },
  {
    name: 'Add the kittens Tick, Trick and Track',
    uses: { addPet: { tool: 'addPet', query: 'add a new pet' } },
    toolsets: ['pets'],
    replies: {},
    script: `
const names = ['Tick', 'Trick', 'Track'];
await Promise.all(names.map((name) => petstore.addPet({ name, tags: ['kitten'] })));
return { added: names.length };`,
    effects: ['Tick', 'Trick', 'Track'].map((name) => `POST /pets {"name":"${name}","tags":["kitten"]}`),
  },
  {
    name: 'Order the cheapest dog that is for sale',
    uses: { findPets, placeOrder: { tool: 'placeOrder', query: 'order a pet' } },
    toolsets: ['pets', 'store'],
    replies: {
      'GET /pets': (_, documented) => ({
        body: copies(
          documented,
          upTo(20).map((id) => ({ id, name: `Dog ${id}`, status: 'available', price: 10 + ((id * 7) % 20) })),
        ),
      }),
    },
    script: `
const dogs = await petstore.findPets({ tags: ['dog'], status: ['available'], limit: 100 });
const [cheapest] = dogs.sort((left, right) => left.price - right.price);
await petstore.placeOrder({ petId: cheapest.id });
return { ordered: cheapest.name, price: cheapest.price };`,
    answer: { ordered: 'Dog 20', price: 10 },
    effects: ['POST /orders {"petId":20}'],
  },
  {
    name: 'Mark all pets whose sale is pending as sold',
    uses: { findPets, changePet: { tool: 'changePet', query: 'change the status of a pet' } },
    toolsets: ['pets'],
    replies: {
      'GET /pets': (_, documented) => ({
        body: copies(
          documented,
          [4, 8, 15].map((id) => ({ id, status: 'pending' })),
        ),
      }),
    },
    script: `
const pets = await petstore.findPets({ status: ['pending'], limit: 100 });
await Promise.all(pets.map(({ id }) => petstore.changePet({ petId: id, status: 'sold' })));
return { changed: pets.length };`,
    effects: [4, 8, 15].map((id) => `PATCH /pets/${id} {"status":"sold"}`),
  },
  {
    name: 'Which of the pets 1 to 6 are no longer in the store?',
    uses: { getPet: { tool: 'getPet', query: 'get a pet', fields: ['id'] } },
    toolsets: ['pets'],
    replies: {
      'GET /pets/{petId}': ({ params }, documented) =>
        ['2', '5'].includes(params['petId'] ?? '')
          ? { status: 404, body: { message: 'There is no such pet' } }
          : { body: { ...(documented.body as object), id: Number(params['petId']) } },
    },
    script: `
const ids = [1, 2, 3, 4, 5, 6];
const found = await Promise.all(ids.map((petId) => petstore.getPet({ petId }).then(() => true, () => false)));
return { gone: ids.filter((_, index) => !found[index]) };`,
    answer: { gone: [2, 5] },
  },
];
