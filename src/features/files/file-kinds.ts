/** What a file is to a musician, by its name. */
export const fileKinds = [
  'stems',
  'session',
  'document',
  'picture',
  'midi',
  'audio',
  'video',
  'archive',
  'other',
] as const
export type FileKind = (typeof fileKinds)[number]

const endings: Readonly<Partial<Record<FileKind, string>>> = {
  session:
    'rpp rpp-bak als alp adg logicx band ptx ptf pts cpr npr flp song songx ardour reason rns bwproject dawproject ' +
    'aup aup3 sesx omf aaf tracktion tracktionedit xrns mmpz cwp wrk dpdoc studioone nki fst vstpreset aupreset',
  document:
    'pdf txt text md rtf doc docx odt pages xls xlsx ods numbers csv tsv ppt pptx odp key lrc srt vtt tex html htm ' +
    'json xml yaml yml log cue musicxml mxl mscz sib gp gp5 gpx',
  picture:
    'png jpg jpeg jfif gif webp avif heic heif tif tiff bmp svg psd psb ai eps indd afphoto afdesign xcf raw dng',
  midi: 'mid midi smf kar',
  audio: 'wav wave bwf rf64 w64 aif aiff aifc flac m4a aac mp3 ogg oga opus caf wma wv ape dsf dff rex rx2',
  video: 'mp4 m4v mov mkv webm avi mpg mpeg',
  archive: 'zip rar 7z tar gz tgz bz2 xz zst',
}

const kindOfEnding: ReadonlyMap<string, FileKind> = new Map(
  fileKinds.flatMap((kind) => (endings[kind] ?? '').split(' ').map((ending) => [ending, kind] as const)),
)

/** An archive whose name says stems, or multitracks, holds stems. */
export function fileKindOf(name: string): FileKind {
  const kind = kindOfEnding.get(endingOf(name)) ?? 'other'
  const isStems = /(^|\P{L})(stems?|multi[-_ ]?tracks?)(?!\p{L})/iu.test(name)
  return kind === 'archive' && isStems ? 'stems' : kind
}

function endingOf(name: string): string {
  return /[^.]\.([^.\s]{1,13})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** In characters, at the upload and when it is edited. */
export const LONGEST_FILE_NOTE = 2000

/** The same for names. */
export const LONGEST_FILE_NAME = 200

/** For comparison: two names that differ in case, spaces or the form of an accent are the same file. */
export function fileNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** `['Lyrics', '.pdf']`; a name that only begins with a dot has no ending. */
export function splitEnding(name: string): readonly [stem: string, ending: string] {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}

/** `Glasshouse.rpp` and 2 are `Glasshouse (v2).rpp`: an older version beside the newest. */
export function versionedName(name: string, number: number): string {
  const [stem, ending] = splitEnding(name)
  return `${stem} (v${number})${ending}`
}
