/** 128 random bits. `crypto.randomUUID` exists on https and localhost only; a studio's own network may be neither. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
