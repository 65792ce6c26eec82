/** As browsers read an e-mail field. */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/** A band, its families and an orchestra; not a mailing list. */
export const mostAtOnce = 50

export interface TypedAddresses {
  /** Each once, as it was typed first. */
  readonly addresses: readonly string[]
  /** What stands among them and is none. */
  readonly bad: readonly string[]
}

/**
 * Addresses as people have them: one a line, with commas or blanks between, or as a mail program copies them,
 * `Jo Okafor <jo@okafor.audio>`.
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
