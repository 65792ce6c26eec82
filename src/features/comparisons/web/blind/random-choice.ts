/** A whole number from 0 to `count` − 1 that nobody can foretell, each as likely as the others. */
export function randomBelow(count: number): number {
  const random = new Uint32Array(1)
  // The last numbers of the range would favour the first choices; they are drawn again.
  const fair = Math.floor(2 ** 32 / count) * count
  do crypto.getRandomValues(random)
  while ((random[0] ?? 0) >= fair)
  return (random[0] ?? 0) % count
}

/** In an order in which every other is as likely. */
export function shuffled<T>(items: readonly T[], below: (count: number) => number = randomBelow): readonly T[] {
  const rest = [...items]
  return items.flatMap(() => rest.splice(below(rest.length), 1))
}
