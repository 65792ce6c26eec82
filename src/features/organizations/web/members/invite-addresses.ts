/** The pattern of `<input type="email">`. */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/** Enough for a band, its families and an orchestra, but not for a mailing list. */
export const mostAtOnce = 50

export interface TypedAddresses {
  /** Without duplicates, as first typed. */
  readonly addresses: readonly string[]
  /** Parts that are not addresses. */
  readonly bad: readonly string[]
}

/**
 * Splits typed addresses: one per line, separated by commas or spaces, or copied from a mail program, `Jo Okafor
 * <jo@okafor.audio>`.
 */
export function readAddresses(typed: string): TypedAddresses {
  const found = typed
    .split(/[,;\n]/)
    .flatMap((part) => {
      const inside = /<([^<>]*)>/.exec(part)?.[1]
      return inside === undefined ? part.split(/\s+/) : [inside.trim()]
    })
    .map((word) => word.replace(/^mailto:/i, ''))
    .filter((word) => word !== '')
  const each = [...new Map(found.toReversed().map((word) => [word.toLowerCase(), word])).values()].toReversed()
  return { addresses: each.filter((word) => ADDRESS.test(word)), bad: each.filter((word) => !ADDRESS.test(word)) }
}
