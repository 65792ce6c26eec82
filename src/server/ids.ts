import { randomBytes } from 'node:crypto'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** 130 random bits as 26 characters that are safe in file names and URLs. */
export function newId(): string {
  const bytes = randomBytes(26)
  let id = ''
  for (const byte of bytes) id += ALPHABET[byte & 31]
  return id
}
