import { useQuery } from '@tanstack/react-query'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { projectPeopleQuery } from '#features/projects/web/projects.client.ts'
import { livePersonOf, nameOf } from '#features/tracks/web/people-names.ts'
import type { AvatarPerson } from '#web/ui/mark/Avatar.tsx'

/** Everybody in the project, also those whom an organization lets in, by name. */
export interface SheetPeople {
  readonly all: readonly { readonly id: string; readonly name: string }[]
  /** Also of people who have left. */
  readonly nameOf: (userId: string) => string
  readonly faceOf: (userId: string | null) => AvatarPerson | undefined
}

export function useSheetPeople({ id, members }: ProjectDetails): SheetPeople {
  const { data: people } = useQuery(projectPeopleQuery(id))
  const all = (people ?? members).map(({ person }) => ({ id: person.id, name: person.name }))
  const nameOfPerson = (userId: string) => all.find((one) => one.id === userId)?.name ?? nameOf(members, userId)
  return {
    all,
    nameOf: nameOfPerson,
    faceOf: (userId) =>
      userId === null ? undefined : livePersonOf(members, { id: userId, name: nameOfPerson(userId), isGuest: false }),
  }
}
