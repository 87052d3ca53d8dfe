import type { ForwardApi, ForwardBody, ForwardOperation } from '../../../runtime/index.js';

/** The Petstore as its document describes it. */
export const api: ForwardApi = {
  name: 'petstore',
  server: { url: '/api/v3', environment: 'PETSTORE_URL' },
  securitySchemes: {
    petstore_auth: { type: 'bearer', tokenVariable: 'PETSTORE_TOKEN' },
    api_key: { type: 'apiKey', in: 'header', name: 'api_key', keyVariable: 'PETSTORE_KEY' },
  },
};

const petId = { name: 'petId', from: ['petId'] };
const orderId = { name: 'orderId', from: ['orderId'] };
const username = { name: 'username', from: ['username'] };
const token = [{ petstore_auth: ['write:pets', 'read:pets'] }];
const keyOrToken = [{ api_key: [] }, { petstore_auth: ['write:pets', 'read:pets'] }];
const accept = ['application/json'];

/** A JSON body whose properties are arguments. */
function members(...names: readonly string[]): ForwardBody {
  const value = { members: names.map((name) => ({ name, from: [name] })), isRequired: true as const };
  return { mediaType: 'application/json', encoding: 'json', value };
}

const pet = members('id', 'name', 'category', 'photoUrls', 'tags', 'status');
const user = members('username', 'firstName', 'email', 'password');

/** All operations by tool name. */
export const operations = {
  update_pet: { method: 'PUT', path: ['/pet'], body: pet, security: token, accept },
  add_pet: { method: 'POST', path: ['/pet'], body: pet, security: token, accept },
  find_pets_by_status: {
    method: 'GET',
    path: ['/pet/findByStatus'],
    query: [{ name: 'status', from: ['status'] }],
    security: token,
  },
  find_pets_by_tags: {
    method: 'GET',
    path: ['/pet/findByTags'],
    query: [{ name: 'tags', from: ['tags'] }],
    security: token,
  },
  get_pet_by_id: { method: 'GET', path: ['/pet/', petId], security: keyOrToken, accept },
  update_pet_with_form: {
    method: 'POST',
    path: ['/pet/', petId],
    query: [
      { name: 'name', from: ['name'] },
      { name: 'status', from: ['status'] },
    ],
    security: token,
  },
  delete_pet: {
    method: 'DELETE',
    path: ['/pet/', petId],
    headers: [{ name: 'api_key', from: ['api_key'] }],
    security: token,
  },
  upload_file: {
    method: 'POST',
    path: ['/pet/', petId, '/uploadImage'],
    query: [{ name: 'additionalMetadata', from: ['additionalMetadata'] }],
    body: { mediaType: 'application/octet-stream', encoding: 'binary', value: { from: ['body'] } },
    security: token,
  },
  get_pet_image: { method: 'GET', path: ['/pet/', petId, '/image'], security: keyOrToken, accept: ['image/png'] },
  get_inventory: { method: 'GET', path: ['/store/inventory'], security: [{ api_key: [] }] },
  place_order: { method: 'POST', path: ['/store/order'], body: members('petId', 'quantity', 'status') },
  get_order_by_id: { method: 'GET', path: ['/store/order/', orderId] },
  delete_order: { method: 'DELETE', path: ['/store/order/', orderId] },
  create_user: { method: 'POST', path: ['/user'], body: user },
  create_users_with_list_input: {
    method: 'POST',
    path: ['/user/createWithList'],
    body: { mediaType: 'application/json', encoding: 'json', value: { from: ['users'] } },
  },
  login_user: {
    method: 'GET',
    path: ['/user/login'],
    query: [username, { name: 'password', from: ['password'] }],
  },
  logout_user: { method: 'GET', path: ['/user/logout'] },
  get_user_by_name: { method: 'GET', path: ['/user/', username] },
  update_user: { method: 'PUT', path: ['/user/', username], body: members('firstName', 'email', 'password') },
  delete_user: { method: 'DELETE', path: ['/user/', username] },
} satisfies { readonly [tool: string]: ForwardOperation };
