import { copies, upTo, type Task } from './task.js';

/** Tasks over Stripe's API. */
export const stripeTasks: readonly Task[] = [
  {
    name: 'Refund the last charge of customer cus_ada',
    uses: {
      GetCharges: { tool: 'GetCharges', query: 'list charges of a customer', fields: ['data.id', 'data.amount'] },
      PostRefunds: { tool: 'PostRefunds', query: 'refund a charge', fields: ['id', 'status'] },
    },
    replies: {
      'GET /v1/charges': (_, documented) => list(copies(documented, [{ id: 'ch_9', amount: 4200 }], 'data')),
    },
    script: `
const charges = await stripe.GetCharges({ customer: 'cus_ada', limit: 1 });
const [{ id, amount }] = charges.data;
await stripe.PostRefunds({ charge: id });
return { refunded: id, amount };`,
    answer: { refunded: 'ch_9', amount: 4200 },
    effects: ['POST /v1/refunds {"charge":"ch_9"}'],
  },
  {
    name: 'How much does each customer still owe us?',
    uses: {
      GetInvoices: {
        tool: 'GetInvoices',
        query: 'list open invoices',
        fields: ['data.id', 'data.customer', 'data.amount_remaining', 'has_more'],
      },
    },
    replies: {
      'GET /v1/invoices': ({ query }, documented) => {
        const start = Number(query.get('starting_after')?.slice(3) ?? 0);
        const invoices = upTo(40).map((n) => ({
          id: `in_${n}`,
          customer: n % 3 === 0 ? 'cus_ada' : 'cus_bob',
          amount_remaining: n * 100,
        }));
        const size = Number(query.get('limit') ?? 10);
        return list(copies(documented, invoices.slice(start, start + size), 'data'), start + size < invoices.length);
      },
    },
    script: `
const owed = {};
let after;
for (;;) {
  const page = await stripe.GetInvoices({ status: 'open', limit: 20, ...(after && { starting_after: after }) });
  for (const invoice of page.data) owed[invoice.customer] = (owed[invoice.customer] ?? 0) + invoice.amount_remaining;
  if (!page.has_more) return owed;
  after = page.data.at(-1).id;
}`,
    answer: { cus_bob: 54_700, cus_ada: 27_300 },
  },
  {
    name: 'Cancel all subscriptions whose payment is past due',
    uses: {
      GetSubscriptions: { tool: 'GetSubscriptions', query: 'list subscriptions by status', fields: ['data.id'] },
      DeleteSubscriptionsSubscriptionExposedId: {
        tool: 'DeleteSubscriptionsSubscriptionExposedId',
        query: 'cancel a subscription',
        fields: ['id', 'status'],
      },
    },
    replies: {
      'GET /v1/subscriptions': (_, documented) =>
        list(copies(documented, [{ id: 'sub_1' }, { id: 'sub_2' }, { id: 'sub_3' }], 'data')),
    },
    script: `
const { data } = await stripe.GetSubscriptions({ status: 'past_due', limit: 100 });
await Promise.all(data.map(({ id }) => stripe.DeleteSubscriptionsSubscriptionExposedId({ subscription_exposed_id: id })));
return { cancelled: data.map(({ id }) => id) };`,
    answer: { cancelled: ['sub_1', 'sub_2', 'sub_3'] },
    effects: ['sub_1', 'sub_2', 'sub_3'].map((id) => `DELETE /v1/subscriptions/${id}`),
  },
  {
    name: 'Create the customer Grace with an invoice of 25 EUR, and send it',
    uses: {
      PostCustomers: { tool: 'PostCustomers', query: 'create a customer', fields: ['id'] },
      PostInvoices: { tool: 'PostInvoices', query: 'create an invoice', fields: ['id'] },
      PostInvoiceitems: { tool: 'PostInvoiceitems', query: 'create an invoice item', fields: ['id'] },
      PostInvoicesInvoiceSend: { tool: 'PostInvoicesInvoiceSend', query: 'send an invoice', fields: ['id', 'status'] },
    },
    replies: {
      'POST /v1/customers': (_, { body }) => ({ body: { ...(body as object), id: 'cus_grace' } }),
      'POST /v1/invoices': (_, { body }) => ({ body: { ...(body as object), id: 'in_1' } }),
    },
    script: `
const customer = await stripe.PostCustomers({ name: 'Grace', email: 'grace@example.test' });
const invoice = await stripe.PostInvoices({ customer: customer.id, collection_method: 'send_invoice', days_until_due: 14 });
await stripe.PostInvoiceitems({ customer: customer.id, invoice: invoice.id, amount: 2500, currency: 'eur' });
await stripe.PostInvoicesInvoiceSend({ invoice: invoice.id });
return { sent: invoice.id };`,
    answer: { sent: 'in_1' },
    effects: [
      'POST /v1/customers {"email":"grace@example.test","name":"Grace"}',
      'POST /v1/invoices {"collection_method":"send_invoice","customer":"cus_grace","days_until_due":"14"}',
      'POST /v1/invoiceitems {"amount":"2500","currency":"eur","customer":"cus_grace","invoice":"in_1"}',
      'POST /v1/invoices/in_1/send',
    ],
  },
  {
    name: 'Which disputes need an answer from us?',
    uses: {
      GetDisputes: { tool: 'GetDisputes', query: 'list disputes', fields: ['data.id', 'data.status', 'data.amount'] },
    },
    replies: {
      'GET /v1/disputes': (_, documented) => {
        const disputes = upTo(12).map((n) => ({
          id: `dp_${n}`,
          status: n % 5 === 0 ? 'needs_response' : 'won',
          amount: n * 1000,
        }));
        return list(copies(documented, disputes, 'data'));
      },
    },
    script: `
const { data } = await stripe.GetDisputes({ limit: 100 });
return data.filter(({ status }) => status === 'needs_response').map(({ id, amount }) => ({ id, amount }));`,
    answer: [
      { id: 'dp_5', amount: 5000 },
      { id: 'dp_10', amount: 10_000 },
    ],
  },
];

function list(data: readonly object[], hasMore = false): { readonly body: object } {
  return { body: { object: 'list', url: '/v1', has_more: hasMore, data } };
}
