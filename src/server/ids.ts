import { randomBytes } from 'node:crypto'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** 130 random bits as 26 characters that survive any file system and any address. */
export function newId(): string {
  const bytes = randomBytes(26)
  let id = ''
  for (const byte of bytes) id += ALPHABET[byte & 31]
  return id
}
