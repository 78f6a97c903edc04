import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';

import type { Trx } from './database.ts';
import type { Database } from './tables.ts';

/** A value, or its placeholder in a prepared statement. */
export type ValueOrPlaceholder<Value> = Value | RawBuilder<Value>;

/** What stands in a prepared statement for the values that are told each time. */
export type Placeholders<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

type Shape = readonly (string | number | boolean)[];

/**
 * A statement that is put together once and asked many times: to put one together costs as much as to ask it. It is made of
 * placeholders and of its shape, a few words such as how far somebody sees, and of nothing else: so nothing of who asked first
 * can stay in it, and what needs another text has another shape.
 */
export function prepared<Values extends object, Row, S extends Shape>(
  make: (trx: Trx, values: Placeholders<Values>, ...shape: S) => Compilable<Row>,
): (values: Values, ...shape: S) => Compilable<Row> {
  const made = new Map<string, (values: object) => Compilable<Row>>();
  return (values, ...shape) => {
    const key = shape.join('\n');
    const known = made.get(key) ?? compiled(make(unconnected, placeholders<Values>(), ...shape));
    made.set(key, known);
    return known(values);
  };
}

function compiled<Row>(statement: Compilable<Row>): (values: object) => Compilable<Row> {
  const { parameters, ...rest } = statement.compile();
  const stale = parameters.find((parameter) => parameter instanceof Date);
  if (stale !== undefined) throw new TypeError('A moment of when a statement was prepared stands in it.');
  return (values) => ({
    compile: () => ({
      ...rest,
      parameters: parameters.map((parameter) =>
        parameter instanceof Placeholder ? (values as Record<string, unknown>)[parameter.name] : parameter,
      ),
    }),
  });
}

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

function placeholders<Values extends object>(): Placeholders<Values> {
  // Whatever it is asked for stands for the value of that name, which the type says is one of `Values`.
  return new Proxy({} as Placeholders<Values>, { get: (_, name) => sql`${new Placeholder(String(name))}` });
}

/** Puts statements together, and asks nobody. */
const unconnected = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
