/** Of the query that asks for a version's spectrogram. */
export const spectrogramKey = (versionId: string): readonly string[] => ['spectrogram', versionId]
