import { createHmac, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The configured secret, or one made on the first start and kept readable by the owner alone. */
export function authSecret(configured: string | undefined, dataDir: string): string {
  if (configured) return configured
  const file = join(dataDir, 'auth-secret')
  mkdirSync(dataDir, { recursive: true })
  try {
    // `wx` lets one of two processes that start together win; the other reads what it wrote.
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
    keepName(dataDir)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/**
 * What the first account of a server that others reach must know. The same in every process, whichever of them is
 * asked.
 */
export function setupTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('roughmix setup').digest().subarray(0, 16).toString('base64url')
}

/** A secret whose name a power cut takes would sign everybody out. Windows cannot open folders and does not need it. */
function keepName(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
