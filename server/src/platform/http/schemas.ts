import { type TSchema, Type } from 'typebox';
import { ID_MAX } from '../database/tables.ts';
import { ID_FORMAT } from './read-id.ts';

export const Id = Type.Integer({ minimum: 1, maximum: ID_MAX, format: ID_FORMAT });

export const Nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

/** A user in a path: the id or the permalink. */
export const UserName = Type.String({ minLength: 1, maxLength: 100 });

/** One page of a list. */
export const ItemList = <Item extends TSchema>(item: Item) =>
  Type.Object({ items: Type.Array(item), next_url: Nullable(Type.String()) });

/** One numbered page of a list. */
export const Pager = <Item extends TSchema>(item: Item) =>
  Type.Object({
    current_page: Type.Integer(),
    first_page: Type.Integer(),
    last_page: Type.Integer(),
    results: Type.Array(item),
  });

/** The answer of `readList`: `items` and `next_url`, or `pager` if the request has a `page`. */
export const ListAnswer = <Item extends TSchema>(item: Item) =>
  Type.Object({
    items: Type.Optional(Type.Array(item)),
    next_url: Type.Optional(Nullable(Type.String())),
    pager: Type.Optional(Pager(item)),
  });

/** `{"response": ...}`. The serialiser sends only fields of the schema. */
export const Success = <Schema extends TSchema>(schema: Schema) => ({
  200: Type.Object({ response: schema }),
});

/** The answer of a POST that creates something. The route answers with this status. */
export const Created = <Schema extends TSchema>(schema: Schema) => ({
  201: Type.Object({ response: schema }),
});

/** The answer of an action without a result. */
export const Done = Success(Type.Object({}));
export const DONE = { response: {} } as const;

/** `true` if both types are equal. A schema uses it to prove that it matches its contract type. */
export type IsSame<A, B> =
  (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? true : false;

type Flat<T> = T extends (infer Item)[]
  ? Flat<Item>[]
  : T extends object
    ? { [Key in keyof T]: Flat<T[Key]> }
    : T;
