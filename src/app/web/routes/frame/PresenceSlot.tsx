import { useEffect } from 'react'
import { useLiveClient } from '#web/live/use-live.ts'
import { peopleHere } from '#web/presence/people-here.ts'
import { placeBeacon } from '#web/presence/place-beacon.ts'
import type { PresenceProps } from './screen-slots.tsx'

/** Reports this page's place to others. Renders nothing. */
export default function PresenceSlot({ projectId, trackId }: PresenceProps) {
  const live = useLiveClient()
  const beacon = live && placeBeacon(peopleHere(live))
  useEffect(() => beacon?.light(), [beacon])
  useEffect(() => beacon?.open({ projectId, trackId }), [beacon, projectId, trackId])
  return null
}
