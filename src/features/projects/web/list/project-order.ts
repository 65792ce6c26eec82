import type { ProjectCard } from '#features/projects/projects.contract.ts'
import { foldText } from '#shared/fold-text.ts'
import { locale } from '#web/i18n/locale.ts'
import type { ProjectSort } from './project-sorts.ts'

const byName = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })

/** The projects whose names contain every word of `find`, sorted. Equal ones keep the server's order. */
export function arrangeProjects(
  projects: readonly ProjectCard[],
  sort: ProjectSort,
  find: string,
): readonly ProjectCard[] {
  const searchText = foldText(find)
    .split(/\s+/)
    .filter((word) => word !== '')
  const found = projects.filter(({ name, description }) =>
    searchText.every((word) => foldText(`${name} ${description}`).includes(word)),
  )
  switch (sort) {
    case 'latest':
      return found.toSorted((a, b) => latest(b) - latest(a))
    case 'due':
      return found.toSorted((a, b) => order(a.nextDueOn ?? LAST, b.nextDueOn ?? LAST))
    case 'name':
      return found.toSorted((a, b) => byName.compare(a.name, b.name))
    case 'size':
      return found.toSorted((a, b) => b.sizeBytes - a.sizeBytes)
  }
}

/** After every date: a project in which nothing is due. */
const LAST = '~'

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A project without a version sorts by its creation, so that a new one is at the top. */
function latest({ lastVersionAt, createdAt }: ProjectCard): number {
  return lastVersionAt ?? createdAt
}
