/**
 * PostgreSQL ended the connection, is starting or stopping, has none to give, or broke a deadlock; or the way there is
 * gone.
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
/** The driver gives some of its own errors no code (pg 8, client.js and pg-pool). */
const WORDS = /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect$|^timeout expired$/

/**
 * Whether a query failed for want of a connection that a later try may have. Whether it was done before is not known.
 */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return 'code' in error && typeof error.code === 'string' ? CODES.has(error.code) : WORDS.test(error.message)
}
