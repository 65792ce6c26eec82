/**
 * What a generated cover is drawn from. FNV-1a, 32 bits, with a final mix, so that ids that differ in one character
 * look different.
 */
export function coverSeed(id: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < id.length; index += 1) value = Math.imul(value ^ id.charCodeAt(index), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}
