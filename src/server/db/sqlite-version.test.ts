import { expect, test } from 'vitest'
import { refuseOldSqlite, SqliteTooOld } from './sqlite-version.ts'

test.each(['3.40.1', '3.51.2', '3.7.17', '2.8.17', undefined])('SQLite %s is refused', (version) =>
  expect(() => refuseOldSqlite(version)).toThrow(SqliteTooOld),
)

test.each(['3.51.3', '3.51.10', '3.52.0', '3.100.0', '4.0.0'])('SQLite %s will do', (version) =>
  expect(() => refuseOldSqlite(version)).not.toThrow(),
)
