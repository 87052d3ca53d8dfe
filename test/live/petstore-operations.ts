import type { Operations, Reply } from './serve-document.js';
import type { ReceivedFile } from './read-body.js';

interface Pet {
  readonly id: number;
  readonly name: string;
  readonly status?: string;
  readonly tags?: readonly string[];
  readonly price?: number | null;
}

interface User {
  readonly username: string;
  readonly password?: string;
}

interface Order {
  readonly id: number;
  readonly petId: number;
}

const problem = (status: number, message: string): Reply => ({ status, body: { message } });
const found = (body: unknown, what: string): Reply =>
  body === undefined ? problem(404, `There is no such ${what}`) : { status: 200, body };

/** The operations of the Petstore over a store in memory, which is theirs alone. */
export function createPetstore(): Operations {
  return { ...createPets(), ...createUsers() };
}

function createPets(): Operations {
  const pets = new Map<number, Pet>();
  const orders = new Map<number, Order>();
  let last = 0;
  const keep = (pet: Pet, status = 200): Reply => {
    pets.set(pet.id, pet);
    return { status, body: pet };
  };
  return {
    addPet: ({ body }) => keep({ status: 'available', ...body, id: (last += 1) }, 201),
    findPets: ({ values: { status, tags, price = {}, limit = 20 } }) => {
      const fits = (pet: Pet): boolean =>
        (status === undefined || status.includes(pet.status)) &&
        (tags === undefined || (pet.tags ?? []).some((tag) => tags.includes(tag))) &&
        (pet.price ?? 0) >= (price.from ?? 0) &&
        (pet.price ?? 0) <= (price.to ?? Infinity);
      return { status: 200, body: [...pets.values()].filter(fits).slice(0, limit) };
    },
    getPet: ({ values: { petId } }) => found(pets.get(petId), 'pet'),
    replacePet: ({ values: { petId }, body }) =>
      pets.has(petId) ? keep({ ...body, id: petId }) : found(undefined, 'pet'),
    changePet: ({ values: { petId }, body }) => {
      const pet = pets.get(petId);
      return pet ? keep({ ...pet, ...body }) : found(undefined, 'pet');
    },
    deletePet: ({ values }) => {
      const pet = pets.get(values['petId']);
      const name: unknown = values['If-Match'];
      if (name !== undefined && pet !== undefined && pet.name !== name) return problem(412, `It is ${pet.name}`);
      return pets.delete(values['petId']) ? { status: 204 } : found(undefined, 'pet');
    },
    ...createFiles((petId) => pets.has(petId)),
    getInventory: () => {
      const counts: { [status: string]: number } = {};
      for (const { status = 'unknown' } of pets.values()) counts[status] = (counts[status] ?? 0) + 1;
      return { status: 200, body: counts };
    },
    placeOrder: ({ body: { petId } }) => {
      const pet = pets.get(petId);
      if (pet?.status !== 'available') return problem(409, `Pet ${petId} cannot be had`);
      pets.set(petId, { ...pet, status: 'pending' });
      const order = { id: (last += 1), petId, status: 'placed', placedAt: new Date(0).toISOString() };
      orders.set(order.id, order);
      return { status: 201, body: order };
    },
    getOrder: ({ values: { orderId } }) => found(orders.get(orderId), 'order'),
    cancelOrder: ({ values: { orderId } }) => (orders.delete(orderId) ? { status: 204 } : found(undefined, 'order')),
  };
}

function createFiles(isKnown: (petId: number) => boolean): Operations {
  const photos = new Map<number, Buffer>();
  const papers = new Map<string, Buffer>();
  const kept = (files: readonly Buffer[]): Reply => {
    const bytes = files.reduce((sum, { length }) => sum + length, 0);
    return { status: 200, body: { files: files.length, bytes } };
  };
  return {
    uploadPhoto: ({ values: { petId }, body }) => {
      if (!isKnown(petId)) return found(undefined, 'pet');
      photos.set(petId, body);
      return kept([body]);
    },
    getPhoto: ({ values: { petId } }) => {
      const body = photos.get(petId);
      return body ? { status: 200, type: 'image/png', body } : found(undefined, 'photo');
    },
    addPapers: ({ values: { petId }, body: { kind, files } }) => {
      if (!isKnown(petId)) return found(undefined, 'pet');
      const all = (files as readonly ReceivedFile[]).map(({ bytes }) => bytes);
      papers.set(`${petId} ${kind}`, all[0] ?? Buffer.alloc(0));
      return kept(all);
    },
    getPapers: ({ values: { petId, kind } }) => {
      const body = papers.get(`${petId} ${kind}`);
      return body ? { status: 200, type: 'application/pdf', body } : found(undefined, 'paper');
    },
  };
}

function createUsers(): Operations {
  const users = new Map<string, User>();
  const mottos = new Map<string, string>();
  const show = (user: User | undefined): unknown => user && { ...user, password: undefined };
  return {
    createUser: ({ body }) => {
      if (users.has(body.username)) return problem(409, `${body.username} is taken`);
      users.set(body.username, body);
      return { status: 201, body: show(body) };
    },
    createUsers: ({ body }) => {
      for (const user of body) users.set(user.username, user);
      return { status: 201, body: body.length };
    },
    logIn: ({ body: { username, password } }) =>
      users.get(username)?.password === password
        ? { status: 200, type: 'text/plain', body: `session of ${username}` }
        : problem(400, 'The secret is wrong'),
    logOut: () => ({ status: 200 }),
    getUser: ({ values: { username } }) => found(show(users.get(username)), 'user'),
    deleteUser: ({ values: { username } }) => (users.delete(username) ? { status: 204 } : found(undefined, 'user')),
    setMotto: ({ values: { username }, body }) => {
      if (!users.has(username)) return found(undefined, 'user');
      mottos.set(username, body);
      return { status: 204 };
    },
    getMotto: ({ values: { username } }) => {
      const body = mottos.get(username);
      return body === undefined ? found(undefined, 'motto') : { status: 200, type: 'text/plain', body };
    },
  };
}
