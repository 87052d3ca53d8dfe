import type { Checkout } from '../../generated/handlers.ts';
import { order } from '../../shop.mjs';

export const checkout: Checkout = async (input) => JSON.stringify(await order(input));
