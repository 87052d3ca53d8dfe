/** Searches the API, and adds the ranks of products that are popular. */
export function search(input: {
  readonly category: string;
  readonly min_price: number;
  readonly max_price: number;
  readonly limit: number;
}): Promise<object>;

/** Reads a cart, then at the same time its first product from the API and the first five orders of its user. */
export function readCart(input: { readonly user_id: string }): Promise<object>;

/** Lets the API calculate an order, and at the same time counts it and adds it to the history and to the popular products. */
export function order(input: {
  readonly user_id: string;
  readonly items: readonly { readonly product_id: number; readonly quantity: number }[];
}): Promise<object>;
