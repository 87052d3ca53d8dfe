import { buildSchema } from 'graphql';

/** Schema of the endpoint that the tests call, with all kinds of types. */
export const sdl = `
"""Date with time and time zone."""
scalar DateTime
scalar Money
scalar JSON

"""Order of a list."""
enum Direction { "Smallest first." ASC "Largest first." DESC }

interface Item { id: ID! title: String! addedAt: DateTime! }

type Author { name: String! books(first: Int = 10): [Book!]! born: Int }

type Book implements Item {
  id: ID!
  "The title, without the subtitle."
  title: String!
  addedAt: DateTime!
  author: Author
  price: Money
  pages: Int!
  details: JSON
}

type Film implements Item { id: ID! title: String! addedAt: DateTime! minutes: Float! }

type Magazine implements Item { id: ID! title: String! addedAt: DateTime! issue: String }

union Hit = Book | Film | Author

"""Conditions that items match."""
input Filter {
  and: [Filter!]
  title: String
  direction: Direction = ASC
  limit: Int! = 10
  "Days since the item was added."
  days: Int
}

input Key @oneOf { id: ID isbn: String }

type Query {
  "Finds items."
  items(filter: Filter, first: Int): [Item!]!
  search(text: String!): [Hit!]!
  book(by: Key!): Book
  broken: Author
}

type Mutation {
  addBook(title: String!, price: Money, note: JSON): Book
  removeBook(id: ID!): Boolean
}

type Subscription { added: Item }
`;

export const schema = buildSchema(sdl);
