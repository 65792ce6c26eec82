import { areNumbered, namedMusic } from '../../file-name-title.ts'

/** A file that starts a project, and the folder it was dropped with, if any. */
export interface StartingFile {
  readonly name: string
  readonly folder?: string | undefined
}

/**
 * What a project is called that begins with these files: their folder, what their names have in common, or the one name
 * there is.
 */
export function projectName(files: readonly StartingFile[]): string {
  const folders = new Set(files.map(({ folder }) => folder))
  const [folder] = folders
  if (folder !== undefined && folders.size === 1) return folder.replace(/_+/g, ' ').trim().slice(0, 200)
  const isNumbered = areNumbered(files.map(({ name }) => name))
  const titles = files.map(({ name }) => namedMusic(name, { isNumbered }).title)
  return (commonStart(titles) || titles[0] || '').slice(0, 200)
}

/** Whole words that all titles begin with: "Low Tide" of "Low Tide - Salt" and "Low Tide - Kite". */
function commonStart(titles: readonly string[]): string {
  const split = titles.map((title) => title.split(' '))
  const [first = []] = split
  const length = first.findIndex((word, at) => split.some((words) => words[at]?.toLowerCase() !== word.toLowerCase()))
  return first
    .slice(0, length < 0 ? first.length : length)
    .join(' ')
    .replace(/[\s\-–—.,(]+$/, '')
}
