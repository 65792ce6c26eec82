import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './open-database.ts'

/** Stands in a query for a value that comes with each execution. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

type Values = Readonly<Record<string, string | number>>

/**
 * A query that is built and compiled once per database and from then on executed with other values: a point read takes
 * a third of the CPU time. For the few queries that run with each request. `build` may place values, but must not look
 * at them. Resolves with the first row.
 */
export function prepared<V extends Values, Row>(
  build: (db: Db, values: V) => Compilable<Row>,
): (db: Db, values: V) => Promise<Row | undefined> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>()
  return async (db, values) => {
    // The same for a database and its transactions.
    const { adapter } = db.getExecutor()
    const query: CompiledQuery<Row> = compiled.get(adapter) ?? build(db, placeholders<V>()).compile()
    compiled.set(adapter, query)
    const parameters = query.parameters.map((one) => (one instanceof Placeholder ? values[one.name] : one))
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows[0]
  }
}

/** Kysely passes values through to the parameters without looking at them. */
function placeholders<V extends Values>(): V {
  return new Proxy({} as V, { get: (_, name) => new Placeholder(String(name)) })
}
