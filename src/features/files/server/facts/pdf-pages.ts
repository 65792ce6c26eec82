import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

const unpack = promisify(inflate)

/** A hostile file could name millions, each of which costs a look on the thread that answers requests. */
const MOST_OBJECTS = 50_000
/** Streams of objects that are unpacked, and how far. */
const MOST_STREAMS = 400
const MOST_STREAM_BYTES = 2e6
const MOST_UNPACKED_BYTES = 32e6

/**
 * The number of pages that a PDF's page tree states; undefined if it cannot be found. The last object of a number
 * counts, as a program that saved changes wrote it at the end.
 */
export async function pdfPages(bytes: Buffer): Promise<number | undefined> {
  const words = bytes.toString('latin1')
  const roots = [...words.matchAll(/\/Root\s+(\d+)\s+\d+\s+R/g)]
  const root = roots.at(-1)?.[1]
  if (root === undefined) return undefined
  const objects = new Map<string, string>()
  const streams: { readonly head: string; readonly at: number }[] = []
  let seen = 0
  for (const found of words.matchAll(/(?<!\d)(\d{1,10})\s+\d{1,5}\s+obj\b/g)) {
    seen += 1
    if (seen > MOST_OBJECTS) return undefined
    const at = found.index + found[0].length
    // A catalog or a node of the page tree is short; the dictionary of a stream as well.
    const [head = ''] = words.slice(at, at + 4096).split('endobj', 1)
    objects.set(found[1] ?? '', head)
    if (/\/Type\s*\/ObjStm\b/.test(head.split('stream', 1)[0] ?? '')) streams.push({ head, at })
  }
  const packed = await packedObjects(bytes, words, streams)
  const find = (number: string | undefined) => packed.get(number ?? '') ?? objects.get(number ?? '')
  const tree = /\/Pages\s+(\d+)\s+\d+\s+R/.exec(find(root) ?? '')?.[1]
  const node = find(tree)
  const count = node !== undefined && /\/Type\s*\/Pages\b/.test(node) ? /\/Count\s+(\d+)/.exec(node)?.[1] : undefined
  return count === undefined || Number(count) === 0 ? undefined : Number(count)
}

/** Objects in compressed streams, which is where newer programs write them. */
async function packedObjects(
  bytes: Buffer,
  words: string,
  streams: readonly { readonly head: string; readonly at: number }[],
): Promise<ReadonlyMap<string, string>> {
  const objects = new Map<string, string>()
  let unpackedBytes = 0
  for (const { head, at } of streams.slice(0, MOST_STREAMS)) {
    const start = at + (/stream(\r\n|\n|\r)/.exec(head)?.index ?? Number.NaN)
    const first = Number(/\/First\s+(\d+)/.exec(head)?.[1])
    if (Number.isNaN(start) || Number.isNaN(first)) continue
    const from = start + (words.startsWith('stream\r\n', start) ? 8 : 7)
    const end = words.indexOf('endstream', from)
    if (end < 0 || unpackedBytes > MOST_UNPACKED_BYTES) break
    const unpacked = /\/FlateDecode\b/.test(head)
      ? await unpack(bytes.subarray(from, end), { maxOutputLength: MOST_STREAM_BYTES }).catch(() => undefined)
      : bytes.subarray(from, Math.min(end, from + MOST_STREAM_BYTES))
    if (!unpacked) continue
    unpackedBytes += unpacked.byteLength
    const inside = unpacked.toString('latin1')
    const places = inside.slice(0, first).trim().split(/\s+/).map(Number)
    for (let i = 0; i + 1 < places.length; i += 2) {
      const [number = 0, offset = 0, next = inside.length - first] = [places[i], places[i + 1], places[i + 3]]
      objects.set(String(number), inside.slice(first + offset, first + next))
    }
  }
  return objects
}
