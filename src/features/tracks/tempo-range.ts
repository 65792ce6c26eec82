/** What a track's tempo may be, from and to; `offset` in seconds. For forms too, which load no schema. */
export const tempoRange = { beatsPerMinute: [20, 400], beatsPerBar: [1, 32], offset: [-36_000, 36_000] } as const
