/** Whether a write failed because the row already exists, on SQLite or PostgreSQL. */
export function isUniqueViolation(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('errcode' in error) return error.errcode === 2067 || error.errcode === 1555
  return 'code' in error && error.code === '23505'
}
