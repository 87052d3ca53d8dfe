import type { GetUserCart } from '../../generated/handlers.ts';
import { readCart } from '../../shop.mjs';

export const getUserCart: GetUserCart = async (input) => JSON.stringify(await readCart(input));
