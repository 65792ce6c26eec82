// Load only in the disposable child process.
import type { ComparisonMap } from '#audio/comparison-map-file.ts'
import type { ComparedPair, ComparisonResult } from '#audio/comparison-result.ts'
import type { Hertz } from '#shared/units.ts'
import { ConvertedReader } from '#server/media/converted-reader.ts'
import type { SampleReader } from '#server/media/sample-reader.ts'
import { StretchedReader } from '#server/media/stretched-reader.ts'

/** One of the two recordings. Each call opens it from the beginning. */
export interface ComparedSource {
  readonly open: () => Promise<SampleReader>
  /** Called at the end: whether everything was decoded without errors. */
  readonly isSound: () => boolean
}

export interface Compared {
  readonly result: ComparisonResult
  readonly map: ComparisonMap
}

export type OpenPair = ComparedPair<SampleReader> & {
  readonly sampleRates: ComparedPair<Hertz>
  readonly sampleRate: Hertz
}

/** Both from the beginning, at the lower of their rates. `speed`: seconds of B for each second of A, undone in B. */
export async function openPair(sources: ComparedPair<ComparedSource>, speed = 1): Promise<OpenPair> {
  const [a, b] = [await sources.a.open(), await sources.b.open()]
  const sampleRate = Math.min(a.sampleRate, b.sampleRate)
  const atRate = (reader: SampleReader) =>
    reader.sampleRate === sampleRate ? reader : new ConvertedReader(reader, sampleRate)
  return {
    a: atRate(a),
    b: speed === 1 ? atRate(b) : new StretchedReader(atRate(b), speed),
    sampleRates: { a: a.sampleRate, b: b.sampleRate },
    sampleRate,
  }
}
