/** Files without sound in them. */
export const listFormats = ['reaper', 'audition', 'midi', 'edl', 'text', 'pdf'] as const
export type ListFormat = (typeof listFormats)[number]

/** Every form in which notes leave the product. */
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

/** Behind the name of the track and its version. */
export function markerFileEnding(format: MarkerFormat): string {
  return endings[format]
}
