/**
 * Keeps the results of a pure function for the arguments that were used last, at most `most` of them. `key` names what
 * the result depends on.
 */
export function remembered<A extends readonly unknown[], R>(
  most: number,
  key: (...args: A) => string,
  work: (...args: A) => R,
): (...args: A) => R {
  const known = new Map<string, { readonly result: R }>()
  return (...args) => {
    const name = key(...args)
    const found = known.get(name) ?? { result: work(...args) }
    known.delete(name)
    known.set(name, found)
    if (known.size > most) known.delete(known.keys().next().value ?? name)
    return found.result
  }
}
