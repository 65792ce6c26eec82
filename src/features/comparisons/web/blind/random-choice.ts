/** A uniform random integer from 0 to `count` − 1, from the cryptographic generator. */
export function randomBelow(count: number): number {
  const random = new Uint32Array(1)
  // Rejects values beyond the last multiple of `count`, which would favour the first choices.
  const fair = Math.floor(2 ** 32 / count) * count
  do crypto.getRandomValues(random)
  while ((random[0] ?? 0) >= fair)
  return (random[0] ?? 0) % count
}

/** A uniformly random order. */
export function shuffled<T>(items: readonly T[], below: (count: number) => number = randomBelow): readonly T[] {
  const rest = [...items]
  return items.flatMap(() => rest.splice(below(rest.length), 1))
}
