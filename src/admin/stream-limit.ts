import { pipeline, Transform, type Readable } from 'node:stream'
import { CommandRefused } from './command.ts'

/**
 * The same bytes, refused in these words as soon as there are more: a packed file of a megabyte can unpack to a
 * thousand.
 */
export function atMost(source: Readable, mostBytes: number, words: string): Readable {
  let seen = 0
  const limited = new Transform({
    transform(chunk: Uint8Array, _, pass) {
      seen += chunk.byteLength
      if (seen > mostBytes) pass(new CommandRefused(words))
      else pass(null, chunk)
    },
  })
  // Whoever reads it hears of the error by the stream itself.
  pipeline(source, limited, () => undefined)
  return limited
}
