import { randomFillSync } from 'node:crypto'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const LENGTH = 26

/** Each request has an id, and one call of the random source costs as much for 4 kB as for 26 bytes. */
const pool = Buffer.alloc(LENGTH * 160)
let used = pool.byteLength

/** 130 random bits as 26 characters that are safe in file names and URLs. */
export function newId(): string {
  if (used === pool.byteLength) {
    randomFillSync(pool)
    used = 0
  }
  let id = ''
  for (let i = 0; i < LENGTH; i++) id += ALPHABET[(pool[used + i] ?? 0) & 31]
  // An id may be a secret, so its bytes do not stay.
  pool.fill(0, used, used + LENGTH)
  used += LENGTH
  return id
}
