import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

export type ChildProgram = 'media-child' | 'measure-child' | 'rendition-child'

const built = new URL('../../../build/server/media/', import.meta.url)
let isBuilt: boolean | undefined

/**
 * The path of a program that is started for each recording: as it was built, which starts in a third of the processor
 * time; its source while that is newer or nothing was built, as in development.
 */
export function childScript(program: ChildProgram): string {
  isBuilt ??= isUpToDate(built)
  return fileURLToPath(isBuilt ? new URL(`${program}.js`, built) : new URL(`${program}.ts`, import.meta.url))
}

/** Whether none of the sources listed in the folder `built` has changed since. */
export function isUpToDate(built: URL): boolean {
  try {
    const list = new URL('sources.json', built)
    const builtAt = statSync(list).mtimeMs
    const sources = z.array(z.string()).parse(JSON.parse(readFileSync(list, 'utf8')))
    return sources.every((path) => (statSync(new URL(path, built), { throwIfNoEntry: false })?.mtimeMs ?? 0) <= builtAt)
  } catch {
    return false
  }
}
