/** Formats without audio. */
export const listFormats = ['reaper', 'audition', 'midi', 'edl', 'text', 'pdf'] as const
export type ListFormat = (typeof listFormats)[number]

/** All export formats of notes. */
export const markerFormats = ['wav', ...listFormats] as const
export type MarkerFormat = (typeof markerFormats)[number]

const endings: Readonly<Record<MarkerFormat, string>> = {
  wav: ' with markers.wav',
  reaper: ' markers.csv',
  audition: ' Audition markers.csv',
  midi: ' markers.mid',
  edl: ' markers.edl',
  text: ' notes.txt',
  pdf: ' notes.pdf',
}

/** The suffix after the names of track and version. */
export function markerFileEnding(format: MarkerFormat): string {
  return endings[format]
}
