import { useQuery } from '@tanstack/react-query'
import { MessageSquarePlus } from 'lucide-react'
import { useMemo, useRef, useEffect, useState } from 'react'
import { meQuery } from '#features/account/web/account.client.ts'
import type { FullPlayerAddition, FullPlayerPlace } from '#features/tracks/web/player/full-player-point.ts'
import { trackHref } from '#features/tracks/web/track-links.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'
import { allows } from '#shared/roles.ts'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { useFollow } from '#web/player/use-listening.ts'
import { Button } from '#web/ui/Button.tsx'
import { authorToken } from '#web/ui/mark/author-colour.ts'
import { writeText } from '#web/ui/write-text.ts'
import { placedNotes } from '../note-order.ts'
import { notePolicy } from '../notes.policy.ts'
import { authorOf } from './card/note-author.ts'
import { positionOn } from './card/note-sound.ts'
import { requestNote } from './note-request.ts'
import { notesQuery } from './notes.client.ts'
import styles from './notes-on-full-player.module.css'
import { noteStrings } from './notes.strings.ts'

/** A track's notes above the wave of the full-screen player, and writing one there. */
export function useNotesOnFullPlayer({ heard, onGo, onLeave }: FullPlayerPlace): FullPlayerAddition {
  const { projectId, trackId, versionId, isShared, isVeiled } = heard
  // Guests have a page of their own, and a blind test must not be told apart by its notes.
  const isMine = !isShared && !isVeiled
  const { data: me } = useQuery({ ...meQuery, enabled: isMine })
  const { data: project } = useQuery({ ...projectDetailsQuery(projectId), enabled: isMine })
  const { data: notes } = useQuery({ ...notesQuery(projectId, trackId, versionId), enabled: isMine })
  const members = project?.members
  const marks = useMemo(
    () =>
      placedNotes(notes ?? []).map((note) => ({
        at: note.place.fromSeconds,
        colour: authorToken(authorOf(note, members ?? []).colour),
        isOpen: note.state === 'open',
      })),
    [notes, members],
  )
  if (!isMine) return {}
  const mayWrite = me !== undefined && project !== undefined && allows(project, notePolicy['note.add'])
  const write = () => {
    const at = positionOn(heard)
    if (requestNote({ versionId, at })) onLeave()
    else onGo(trackHref(projectId, trackId, { versionId }))
  }
  return { marks, ...(mayWrite && { action: <WriteButton onWrite={write} /> }) }
}

/** Names the place, which is written outside React. */
function WriteButton({ onWrite }: { readonly onWrite: () => void }) {
  const words = useRef<HTMLSpanElement>(null)
  const follow = useFollow()
  const [start] = useState(() => text(noteStrings.writeAt, { time: '' }))
  useEffect(
    () => follow((at) => writeText(words.current, text(noteStrings.writeAt, { time: formatDuration(at) }))),
    [follow],
  )
  return (
    <Button tone="primary" size="large" icon={MessageSquarePlus} className={styles.write} onClick={onWrite}>
      <span ref={words}>{start}</span>
    </Button>
  )
}
