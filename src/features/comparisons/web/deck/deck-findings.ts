import type { TimeSpan } from '#audio/comparison-result.ts'
import type { Decibels, Frames } from '#shared/units.ts'
import type { DeckVoice, FoundPlace } from './deck-entry.ts'
import { changesSpeed, type DeckMap, foundMap, movedMap, shiftedMap } from './deck-map.ts'
import { rateOf } from './deck-state.ts'
import { addedBeside, besideEachOther, type LoudnessMatch, matchLoudness } from './loudness-match.ts'
import { partGain } from './part-loudness.ts'

/** What is known of the sources of a deck: the server's comparisons, what was set by hand, and their loudness. */
export class DeckFindings {
  /** Keyed by both versions: with another first version they do not apply. */
  #found: ReadonlyMap<string, FoundPlace> = new Map()
  #adjusted: ReadonlyMap<string, Frames> = new Map()
  #energy: ReadonlyMap<string, Float32Array<ArrayBuffer>> = new Map()
  /** In the first source's time. */
  loop?: TimeSpan | undefined

  learn(firstId: string, versionId: string, place: FoundPlace): void {
    this.#found = new Map(this.#found).set(pairKey(firstId, versionId), place)
  }

  /** Returns false if it was known. */
  learnEnergy(versionId: string, cells: Float32Array<ArrayBuffer>): boolean {
    if (this.#energy.has(versionId)) return false
    this.#energy = new Map(this.#energy).set(versionId, cells)
    return true
  }

  /** In frames of the deck, at most the length of the longest source; undefined resets to the found offset. */
  adjust(voices: readonly DeckVoice[], versionId: string, offset: Frames | undefined): void {
    const adjusted = new Map(this.#adjusted)
    const key = keyOf(voices, versionId)
    if (offset === undefined) adjusted.delete(key)
    else {
      const longest = Math.max(...voices.map(({ playable }) => playable?.source.totalFrames ?? 0))
      adjusted.set(key, Math.max(-longest, Math.min(longest, Math.round(offset))))
    }
    this.#adjusted = adjusted
  }

  /** Compared with the first of these. */
  of(voices: readonly DeckVoice[], versionId: string | undefined): FoundPlace | undefined {
    return versionId === undefined ? undefined : this.#found.get(keyOf(voices, versionId))
  }

  /** Of several parts, the first one's. */
  foundOffset(voices: readonly DeckVoice[], versionId: string): Frames {
    const found = this.of(voices, versionId)
    const isInParts = foundMap(found?.segments ?? [], rateOf(voices)).length > 1
    // Of the part as found: drawn out to the beginning, one at another speed would begin elsewhere.
    const first = isInParts ? found?.segments?.[0] : undefined
    return first ? Math.round((first.at - first.from) * rateOf(voices)) : (found?.offset ?? 0)
  }

  /** In order, by hand or as found. */
  offsetsOf(voices: readonly DeckVoice[]): readonly Frames[] {
    return voices.map(({ heard: { versionId } }, index) =>
      index === 0 ? 0 : (this.#adjusted.get(keyOf(voices, versionId)) ?? this.foundOffset(voices, versionId)),
    )
  }

  /** In order, from the first source to each. */
  mapsOf(voices: readonly DeckVoice[]): readonly DeckMap[] {
    const rate = rateOf(voices)
    return voices.map(({ heard: { versionId } }, index) => {
      if (index === 0) return shiftedMap(0)
      const found = this.of(voices, versionId)
      const adjusted = this.#adjusted.get(keyOf(voices, versionId))
      const parts = foundMap(found?.segments ?? [], rate)
      // With one part at the same speed, an offset set by hand is meant for all of it.
      const isPlain = parts.length === 1 && !changesSpeed(parts) && adjusted !== undefined
      if (parts.length === 0 || isPlain) return shiftedMap(adjusted ?? found?.offset ?? 0)
      return movedMap(parts, adjusted === undefined ? 0 : adjusted - this.foundOffset(voices, versionId))
    })
  }

  /** Matches levels; `basis` says by what. */
  matchOf(voices: readonly DeckVoice[]): LoudnessMatch {
    const loudness = besideEachOther(
      voices.map((voice) => ({
        loudness: voice.playable ? voice.loudness : null,
        channels: voice.heard.playable.source.channels,
      })),
    )
    let byPart = false
    const matched = matchLoudness(loudness, (one, other) => {
      if (!voices[one]?.playable || !voices[other]?.playable) return undefined
      const shared = this.#gainBetween(voices[one].heard.versionId, voices[other].heard.versionId)
      if (shared !== undefined || Math.min(one, other) > 0) return shared
      const part = this.#partGain(voices, Math.max(one, other))
      if (part !== undefined) byPart = true
      return part === undefined ? undefined : one === 0 ? part : -part
    })
    return matched.basis === 'shared' && byPart ? { ...matched, basis: this.loop ? 'loop' : 'part' } : matched
  }

  /** They line up, but what they share has no gain of its own. */
  isMatchedByPart(voices: readonly DeckVoice[], index: number): boolean {
    const found = index === 0 ? undefined : this.of(voices, voices[index]?.heard.versionId)
    return found !== undefined && found.gain === null && (found.segments?.length ?? 0) > 0
  }

  #gainBetween(one: string, other: string): Decibels | undefined {
    const there = this.#found.get(pairKey(one, other))?.gain ?? undefined
    const back = this.#found.get(pairKey(other, one))?.gain ?? undefined
    return there ?? (back === undefined ? undefined : -back)
  }

  /** How much louder one of these is than the first in what both have. */
  #partGain(voices: readonly DeckVoice[], index: number): Decibels | undefined {
    const found = this.of(voices, voices[index]?.heard.versionId)
    const [first, second] = [voices[0], voices[index]].map((voice) => this.#energy.get(voice?.heard.versionId ?? ''))
    if (index === 0 || !found?.segments || found.gain !== null || !first || !second) return undefined
    const grids = { first: { cells: first }, second: { cells: second } }
    const gain = (this.loop && partGain(found.segments, grids, this.loop)) ?? partGain(found.segments, grids, undefined)
    const sources = voices.map(({ heard }) => heard.playable.source)
    return gain === null ? undefined : gain + addedBeside(sources, index) - addedBeside(sources, 0)
  }
}

/** Key of a version compared with the first of these. */
function keyOf(voices: readonly DeckVoice[], versionId: string): string {
  return pairKey(voices[0]?.heard.versionId ?? '', versionId)
}

function pairKey(firstId: string, versionId: string): string {
  return `${firstId} ${versionId}`
}
