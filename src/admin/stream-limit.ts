import { pipeline, Transform, type Readable } from 'node:stream'
import { CommandRefused } from './command.ts'

/** The same bytes; fails with this message at the limit: an archive of a megabyte can unpack to a thousand. */
export function atMost(source: Readable, mostBytes: number, message: string): Readable {
  let seen = 0
  const limited = new Transform({
    transform(chunk: Uint8Array, _, pass) {
      seen += chunk.byteLength
      if (seen > mostBytes) pass(new CommandRefused(message))
      else pass(null, chunk)
    },
  })
  // The reader gets the error from the stream itself.
  pipeline(source, limited, () => undefined)
  return limited
}
