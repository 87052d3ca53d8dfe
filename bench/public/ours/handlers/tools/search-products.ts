import type { SearchProducts } from '../../generated/handlers.ts';
import { search } from '../../shop.mjs';

export const searchProducts: SearchProducts = async (input) => JSON.stringify(await search(input));
