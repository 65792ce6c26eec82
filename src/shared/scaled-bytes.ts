const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

export interface ScaledBytes {
  readonly value: number
  /** Decimals: one from a megabyte on while there is one digit before it, none otherwise. */
  readonly digits: 0 | 1
  readonly unit: (typeof units)[number]
}

/** Decimal units, like disks and networks: `0 B`, `812 kB`, `4.8 MB`, `48 MB`, `2.9 GB`. */
export function scaledBytes(sizeBytes: number): ScaledBytes {
  let value = Math.max(0, sizeBytes)
  let power = 0
  // 999.5 would round to 1000, so it uses the next unit.
  while (value >= 999.5 && power < units.length - 1) {
    value /= 1000
    power += 1
  }
  return { value, digits: power < 2 || value >= 9.95 ? 0 : 1, unit: units[power] ?? 'B' }
}
