import { mostEntries } from './deck/deck-entry.ts'

const id = /^[A-Za-z0-9_-]{1,64}$/

/** The version ids in a URL, in order: at most four, without duplicates. Invalid ids are dropped. */
export function compareIds(text: string | undefined): readonly string[] {
  const ids = (text ?? '').split(',').filter((one) => id.test(one))
  return [...new Set(ids)].slice(0, mostEntries)
}

export function compareText(ids: readonly string[]): string {
  return ids.join(',')
}
