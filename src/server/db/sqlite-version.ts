/** In earlier versions two connections could corrupt a database in WAL mode (the WAL-reset bug, 3.7.0 to 3.51.2). */
const LEAST = [3, 51, 3] as const

/** The SQLite in this Node version may lose data. */
export class SqliteTooOld extends Error {}

export function refuseOldSqlite(version: string | undefined): void {
  if (!isEnough(version ?? '0'))
    throw new SqliteTooOld(
      `This Node (${process.version}) has SQLite ${version ?? 'of no known version'}, which can damage a ` +
        'database; 3.51.3 or newer is needed. Start with “npm start”, which brings a Node ' +
        'that has it, or install Node 24.15 or newer.',
    )
}

function isEnough(version: string): boolean {
  const parts = version.split('.').map(Number)
  const differing = LEAST.findIndex((least, i) => (parts[i] ?? 0) !== least)
  return differing === -1 || (parts[differing] ?? 0) > (LEAST[differing] ?? 0)
}
