import { useMemo, useSyncExternalStore } from 'react'
import type { StreamName } from '#shared/events.ts'
import type { Present, Session } from '#shared/live-people.ts'
import { useLiveClient } from '#web/live/use-live.ts'
import { peopleHere, type PeopleHere } from './people-here.ts'

export function usePeople(): PeopleHere | null {
  const live = useLiveClient()
  return live && peopleHere(live)
}

/** Other people in a project now. */
export function useOthersIn(projectId: string): readonly Present[] {
  const people = usePeople()
  const present = useSyncExternalStore(
    people?.subscribe ?? silence,
    () => people?.people(`project:${projectId}`) ?? none,
  )
  const myId = people?.myId()
  return useMemo(() => present.filter(({ person }) => person.id !== myId), [present, myId])
}

/** Listening sessions in a project, by track. */
export function useSessionsIn(projectId: string): ReadonlyMap<string, Session> {
  const people = usePeople()
  const stream: StreamName = `project:${projectId}`
  return useSyncExternalStore(people?.subscribe ?? silence, () => people?.sessions(stream) ?? noSessions)
}

const silence = () => () => undefined
const none: readonly Present[] = []
const noSessions: ReadonlyMap<string, Session> = new Map()
