const names = (
  'Electronics Books Clothing Sports Home Garden Toys Food Beauty Automotive ' +
  'Music Movies Games Office Health Pets Travel Tools Jewelry Baby'
).split(' ');
const tags = ['sale', 'new', 'featured', 'bestseller', 'clearance', 'limited', 'popular', 'exclusive'];

function makeProduct(index) {
  const category = names[index % names.length];
  const brand = `Brand ${(index % 50) + 1}`;
  const number = String(index + 1).padStart(6, '0');
  return {
    id: index + 1,
    sku: `SKU-${number}`,
    name: `${brand} ${category} Item ${index + 1}`,
    category,
    brand,
    price: 1 + (index % 99_900) / 100,
    stock: index % 501,
    rating: 1 + (index % 40) / 10,
    tags: Array.from({ length: 2 + (index % 3) }, (_, offset) => tags[(index + offset) % tags.length]),
    weight: Math.round((1 + (index % 100)) * 10) / 100,
    description: `Quality ${category} by ${brand}. SKU ${number}.`,
  };
}

/** 100,000 products, by id: 2,251 of Electronics cost between 50 and 500. */
export const products = Array.from({ length: 100_000 }, (_, index) => makeProduct(index));

/** Products of each category, by price. */
export const categories = new Map(
  names.map((name, offset) => [
    name,
    products.filter((_, index) => index % names.length === offset).toSorted((a, b) => a.price - b.price),
  ]),
);

/** Returns a product; `undefined` if there is none with the id. */
export function findProduct(id) {
  return products[id - 1];
}
