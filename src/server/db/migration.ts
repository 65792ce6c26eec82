import type { Kysely } from 'kysely'
import type { DatabaseEngine } from './open-database.ts'
import type { Tables } from './tables.ts'

/** One step of the schema. */
export interface Migration {
  readonly name: string
  up(db: Kysely<Tables>, types: ColumnTypes): Promise<void>
}

/** Types whose names differ between the engines. */
export interface ColumnTypes {
  readonly engine: DatabaseEngine
  readonly big: 'integer' | 'bigint'
  readonly real: 'real' | 'double precision'
}
