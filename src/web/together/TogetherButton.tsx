import { Headphones } from 'lucide-react'
import { useSessionsIn } from '#web/presence/use-people-here.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { phoneQuery, useMedia } from '#web/ui/use-media.ts'
import type { TogetherPlace } from './together.ts'
import { namesOf } from './together-words.ts'
import { togetherStrings } from './together.strings.ts'
import { useTogether } from './use-together.ts'

interface TogetherButtonProps {
  readonly place: TogetherPlace
  /** The version with which a new session begins. */
  readonly versionId: string
}

/** Starts a listening session on this track, or joins the present one. Renders nothing for people already in it. */
export function TogetherButton({ place, versionId }: TogetherButtonProps) {
  const phone = useMedia(phoneQuery)
  const { together, state } = useTogether()
  const session = useSessionsIn(place.projectId).get(place.trackId)
  if (!together || (state?.place.trackId === place.trackId && state.place.projectId === place.projectId)) return null
  const start = () => together.join(place, versionId)
  const label = session ? text(togetherStrings.join, { names: namesOf(session.people) }) : togetherStrings.start
  if (phone) return <IconButton icon={Headphones} label={label} tipSide="bottom" onClick={start} />
  if (session)
    return (
      <Button icon={Headphones} tone="primary" onClick={start} title={togetherStrings.joinTip}>
        {label}
      </Button>
    )
  return <IconButton icon={Headphones} tipSide="bottom" label={label} onClick={start} />
}
