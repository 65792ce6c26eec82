import { randomFillSync } from 'node:crypto'
import { existsSync, rmSync, statfsSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SHORT_BYTES } from '../storage/free-space-gate.ts'

const CHUNK_BYTES = 1024 * 1024

/**
 * Disk space reserved beside the database. On a full disk SQLite cannot even delete; when the disk is nearly full the
 * ballast is deleted, so that notes and tasks can still be written until somebody frees space. Random bytes, because
 * file systems may compress repeated ones.
 */
export class Ballast {
  readonly #folder: string
  readonly #file: string
  readonly #bytes: number
  #isThere: boolean

  constructor(folder: string, megabytes: number) {
    this.#folder = folder
    this.#file = join(folder, 'ballast')
    this.#bytes = megabytes * 1024 * 1024
    this.#isThere = existsSync(this.#file)
  }

  get isThere(): boolean {
    return this.#isThere
  }

  /** Bytes still needed to reach the full size. */
  get missingBytes(): number {
    return this.#isThere && statSync(this.#file).size === this.#bytes ? 0 : this.#bytes
  }

  /** Call right before a commit. True if this call deleted the ballast. */
  giveUpIfShort(): boolean {
    if (!this.#isThere) return false
    const { bavail, bsize } = statfsSync(this.#folder)
    if (bavail * bsize >= SHORT_BYTES) return false
    this.#isThere = false
    rmSync(this.#file, { force: true })
    return true
  }

  /** Rebuilds the ballast, slowly, in the background. */
  async keepAside(): Promise<void> {
    const draft = `${this.#file}.new`
    try {
      const file = await open(draft, 'w', 0o600)
      try {
        for (let at = 0; at < this.#bytes; at += CHUNK_BYTES)
          await file.write(randomFillSync(new Uint8Array(Math.min(CHUNK_BYTES, this.#bytes - at))), 0, undefined, at)
        await file.datasync()
      } finally {
        await file.close()
      }
      await rename(draft, this.#file)
      this.#isThere = this.#bytes > 0
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }
}
