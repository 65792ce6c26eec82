import { LONGEST_FILE_NAME, splitEnding } from '../file-kinds.ts'

/** Cut before its ending. */
export function shortFileName(name: string): string {
  if (name.length <= LONGEST_FILE_NAME) return name
  const [stem, ending] = splitEnding(name)
  const kept = ending.length < 20 ? ending : ''
  let short = ''
  for (const sign of kept === '' ? name : stem) {
    if (short.length + sign.length + kept.length > LONGEST_FILE_NAME) break
    short += sign
  }
  return short + kept
}
