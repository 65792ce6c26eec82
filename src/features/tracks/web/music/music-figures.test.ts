import { expect, test } from 'vitest'
import type { MeasuredKey } from '#audio/key/musical-key.ts'
import type { Tempo } from '#audio/tempo.ts'
import type { TrackKey } from '../../tracks.contract.ts'
import { keyFigure, tempoFigure } from './music-figures.ts'

const said = (beatsPerMinute: number) => ({ beatsPerMinute, beatsPerBar: 4, offset: 0 })
const sure: Tempo = { beatsPerMinute: 119.97, confidence: 0.8 }
const either: Tempo = { beatsPerMinute: 120, confidence: 0.8, other: 60 }

test.each<[string, number | null, Tempo | null | undefined, string | undefined, string | null]>([
  ['is shown where it is sure', null, sure, '120.0 BPM', null],
  ['is shown with its other reading', null, either, '120.0 or 60.0 BPM', null],
  ['is not shown where it is a guess', null, { ...sure, confidence: 0.3 }, undefined, null],
  ['is not shown where nobody could say', null, null, undefined, null],
  ['is not shown where it was never asked', null, undefined, undefined, null],
  ['is what a person says', 92.5, undefined, '92.5 BPM', null],
  ['stands alone where both agree', 120, sure, '120 BPM', null],
  ['stands beside the readings between which a person decided', 120, either, '120 BPM', '120.0 or 60.0'],
  ['stands beside a measured one that is another', 60, sure, '60 BPM', '120.0'],
  ['stands alone where the measured one is a guess', 60, { ...sure, confidence: 0.3 }, '60 BPM', null],
])('the tempo of a track %s', (_, typed, tempo, shown, measured) => {
  const figure = tempoFigure({ tempo: typed === null ? null : said(typed), key: null }, { tempo })
  expect(figure).toEqual(shown === undefined ? undefined : { shown, measured })
})

const minor: MeasuredKey = { key: 'F# minor', confidence: 0.9, other: null, later: null, tuning: 0 }

test.each<[string, TrackKey | null, MeasuredKey | null | undefined, string | undefined, string | null]>([
  ['is spelled with the signs of music', null, minor, 'F♯ minor', null],
  ['is shown with a second reading', null, { ...minor, other: 'A major' }, 'F♯ minor or A major', null],
  ['is shown with the one that follows', null, { ...minor, later: 'G minor' }, 'F♯ minor, then G minor', null],
  ['is said to be unclear', null, null, 'No clear key', null],
  ['is not shown where it was never asked', null, undefined, undefined, null],
  ['is what a person says', 'Bb minor', undefined, 'B♭ minor', null],
  ['stands alone where both agree', 'F# minor', minor, 'F♯ minor', null],
  ['stands alone where none was clear', 'F# minor', null, 'F♯ minor', null],
  ['stands beside a measured one that is another', 'A major', minor, 'A major', 'F♯ minor'],
  ['may be none', 'none', minor, 'No key', 'F♯ minor'],
])('the key of a track %s', (_, typed, key, shown, measured) => {
  const figure = keyFigure({ tempo: null, key: typed }, { key })
  expect(figure).toEqual(shown === undefined ? undefined : { shown, measured })
})
