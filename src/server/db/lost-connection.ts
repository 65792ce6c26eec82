/**
 * PostgreSQL ended the connection, is starting or stopping, has no free connection, or broke a deadlock; or the network
 * failed.
 */
const CODES: ReadonlySet<string> = new Set([
  '40P01',
  '40001',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
])
/** Driver errors without a code (pg 8, client.js and pg-pool). */
const WORDS = /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect$|^timeout expired$/

/**
 * Whether a query failed because of a connection, so that a retry may succeed. The query may or may not have taken
 * effect.
 */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return 'code' in error && typeof error.code === 'string' ? CODES.has(error.code) : WORDS.test(error.message)
}
