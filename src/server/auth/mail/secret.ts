import { createHmac, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The configured secret, or one generated on first start and stored readable only by the owner. */
export function authSecret(configured: string | undefined, dataDir: string): string {
  if (configured) return configured
  const file = join(dataDir, 'auth-secret')
  mkdirSync(dataDir, { recursive: true })
  try {
    // With `wx`, one of two processes that start together wins; the other reads its file.
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
    keepName(dataDir)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/**
 * The token that creating the first account requires on a server that others can reach. Every process derives the same
 * one.
 */
export function setupTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('roughmix setup').digest().subarray(0, 16).toString('base64url')
}

/**
 * Syncs the folder: if a power cut lost the file's name, everybody would be signed out. Windows cannot open folders and
 * does not need it.
 */
function keepName(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
