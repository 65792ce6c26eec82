import { areNumbered, namedMusic } from '../../file-name-title.ts'

/** A file for a new project, and its folder, if any. */
export interface StartingFile {
  readonly name: string
  readonly folder?: string | undefined
}

/** A name for a new project with these files: their folder, the common part of their names, or the only name. */
export function projectName(files: readonly StartingFile[]): string {
  const folders = new Set(files.map(({ folder }) => folder))
  const [folder] = folders
  if (folder !== undefined && folders.size === 1) return folder.replace(/_+/g, ' ').trim().slice(0, 200)
  const isNumbered = areNumbered(files.map(({ name }) => name))
  const titles = files.map(({ name }) => namedMusic(name, { isNumbered }).title)
  const shared = titles.length === 1 ? titles[0] : commonStart(titles)
  return (shared ?? '').slice(0, 200)
}

/** Whole words with which all titles begin: "Low Tide" of "Low Tide - Salt" and "Low Tide - Kite". */
function commonStart(titles: readonly string[]): string {
  const split = titles.map((title) => title.split(' '))
  const [first = []] = split
  const length = first.findIndex((word, at) => split.some((words) => words[at]?.toLowerCase() !== word.toLowerCase()))
  return first
    .slice(0, length < 0 ? first.length : length)
    .join(' ')
    .replace(/[\s\-–—.,(]+$/, '')
}
