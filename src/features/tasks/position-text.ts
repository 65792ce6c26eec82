import type { Seconds } from '#shared/units.ts'

/** Parses a position in seconds: `72`, `1:12`, `1:12.48`, `1:02:03,5`. Null if empty, undefined if invalid. */
export function parsePosition(typed: string): Seconds | null | undefined {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  if (!/^(\d+:)?(\d+:)?\d+(\.\d*)?$/.test(text)) return undefined
  const parts = text.split(':').map(Number)
  const [, ...below] = parts
  if (below.some((part) => part >= 60)) return undefined
  return parts.reduce((sum, part) => sum * 60 + part, 0)
}
