// Load only in the disposable child process.
import { fstatSync, readFileSync } from 'node:fs'
import { encodeComparisonMap } from '#audio/comparison-map-file.ts'
import { parseEnergyGrid } from '#audio/energy-file.ts'
import type { Seconds } from '#shared/units.ts'
import { OPENINGS } from '#server/media/child-protocol.ts'
import type { ChildOutput } from '#server/media/child-output.ts'
import { compareSounds } from '#server/media/compare-sounds.ts'
import type { ComparedSource } from '#server/media/compared-source.ts'
import { DecodedReader } from '#server/media/sample-reader.ts'

/** Several descriptors per recording: decoding advances a descriptor, and each pass starts at the beginning. */
const AGAIN = OPENINGS - 1
const descriptorsFrom = (first: number) => Array.from({ length: AGAIN }, (_, i) => first + i)
const A = [3, ...descriptorsFrom(6)]
const B = [5, ...descriptorsFrom(6 + AGAIN)]
const GRID_A = 6 + 2 * AGAIN
const GRID_B = GRID_A + 1
const PROGRESS_MS = 100

/** Compares the recordings in its descriptors; returns the result and the map in base64. */
export async function compareDescriptors(output: ChildOutput): Promise<unknown> {
  let opened = 0
  const sayOpened = () => {
    if (++opened === 2) output.say({ type: 'opened', declaredSeconds: a.declaredSeconds + b.declaredSeconds })
  }
  const a = new Source(A, sayOpened)
  const b = new Source(B, sayOpened)
  let saidAt = 0
  const compared = await compareSounds({ a, b }, { a: gridBehind(GRID_A), b: gridBehind(GRID_B) }, () => {
    if (performance.now() - saidAt < PROGRESS_MS) return
    saidAt = performance.now()
    output.say({ type: 'progress', fraction: Math.min(a.fraction, b.fraction) })
  })
  return { result: compared.result, map: Buffer.from(encodeComparisonMap(compared.map)).toString('base64') }
}

class Source implements ComparedSource {
  readonly #descriptors: number[]
  readonly #bytes: number
  readonly #onOpened: () => void
  #reader: DecodedReader | undefined

  constructor(descriptors: readonly number[], onOpened: () => void) {
    this.#onOpened = onOpened
    this.#descriptors = [...descriptors]
    this.#bytes = fstatSync(descriptors[0] ?? -1).size
  }

  readonly open = async () => {
    const descriptor = this.#descriptors.shift()
    if (descriptor === undefined) throw new Error(`a recording is opened ${OPENINGS} times at most`)
    this.#reader = await DecodedReader.open(descriptor)
    this.#onOpened()
    return this.#reader
  }

  readonly isSound = () => this.#reader?.sound ?? false

  get declaredSeconds(): Seconds {
    return this.#reader?.declaredSeconds ?? 0
  }

  /** The decoded fraction of the file. */
  get fraction(): number {
    return Math.min(1, (this.#reader?.position ?? 0) / this.#bytes)
  }
}

function gridBehind(descriptor: number): Float32Array {
  return parseEnergyGrid(new Uint8Array(readFileSync(descriptor)).buffer).cells
}
