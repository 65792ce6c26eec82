import type { FileKind } from '../file-kinds.ts'
import type { ProjectFile } from '../files.contract.ts'

export type FileFilter = 'all' | 'stems' | 'session' | 'document' | 'picture' | 'others'
export type FileSort = 'newest' | 'name' | 'largest'

const named: readonly FileKind[] = ['stems', 'session', 'document', 'picture']
const filters: readonly FileFilter[] = ['all', 'stems', 'session', 'document', 'picture', 'others']

function matches({ kind }: ProjectFile, filter: FileFilter): boolean {
  if (filter === 'all') return true
  return filter === 'others' ? !named.includes(kind) : kind === filter
}

/** The filters that show something, each with how much; none if one would show the same as another. */
export function fileFilters(files: readonly ProjectFile[]): readonly { filter: FileFilter; count: number }[] {
  const counted = filters
    .map((filter) => ({ filter, count: files.filter((file) => matches(file, filter)).length }))
    .filter(({ count }) => count > 0)
  return counted.length > 2 ? counted : []
}

export function arrangeFiles(
  files: readonly ProjectFile[],
  { filter, sort }: { readonly filter: FileFilter; readonly sort: FileSort },
): readonly ProjectFile[] {
  return files
    .filter((file) => matches(file, filter))
    .toSorted((a, b) => {
      if (sort === 'largest') return b.newest.sizeBytes - a.newest.sizeBytes || byName(a, b)
      return sort === 'name' ? byName(a, b) : b.updatedAt - a.updatedAt || byName(a, b)
    })
}

function byName(a: ProjectFile, b: ProjectFile): number {
  return a.name.localeCompare(b.name, undefined, { numeric: true })
}
