import { useEffect, useRef } from 'react'
import type { LivePerson, Present } from '#shared/live-people.ts'
import type { Heard } from '#web/player/listening.ts'
import { Avatar, type AvatarPerson } from '#web/ui/mark/Avatar.tsx'
import { authorToken } from '#web/ui/mark/author-colour.ts'
import { pxAtSeconds } from '#web/waveform/view/wave-view.ts'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import styles from './Presence.module.css'
import type { PeopleHere } from './people-here.ts'
import { positionAt } from './position-at.ts'
import { presentWords } from './presence.strings.ts'
import { useOthersIn, usePeople } from './use-people-here.ts'

interface PresentHeadsProps {
  readonly heard: Heard
  readonly viewport: WaveViewport
  readonly look: (person: LivePerson) => AvatarPerson
}

/** Marks on the wave: where in this version the others are listening. */
export function PresentHeads({ heard, viewport, look }: PresentHeadsProps) {
  const people = usePeople()
  const others = useOthersIn(heard.projectId).filter(({ place }) => place.versionId === heard.versionId)
  return (
    people &&
    others.map((present) => (
      <Head key={present.person.id} {...{ present, people, viewport, heard }} person={look(present.person)} />
    ))
  )
}

interface HeadProps {
  readonly present: Present
  readonly people: PeopleHere
  readonly person: AvatarPerson
  readonly viewport: WaveViewport
  readonly heard: Heard
}

function Head({ present, people, person, viewport, heard }: HeadProps) {
  const head = useRef<HTMLDivElement>(null)
  const { durationSeconds } = heard.playable
  useEffect(() => {
    const element = head.current
    if (!element) return undefined
    const heardOf = performance.now()
    // Until the server's clock is known, count from the time of arrival.
    const now = () => people.clock.serverTime() ?? present.at + performance.now() - heardOf
    const place = () => {
      const view = viewport.view()
      const px = pxAtSeconds(
        view,
        Math.min(durationSeconds, positionAt({ ...present.place, at: present.at, loop: null }, now())),
      )
      element.style.transform = `translateX(${px.toFixed(1)}px)`
      element.style.visibility = px < 0 || px > view.widthPx ? 'hidden' : 'visible'
    }
    let frame = 0
    const draw = () => {
      place()
      if (present.place.isPlaying) frame = requestAnimationFrame(draw)
    }
    draw()
    const stop = viewport.subscribe(place)
    return () => {
      cancelAnimationFrame(frame)
      stop()
    }
  }, [present, people, viewport, durationSeconds])
  return (
    <div
      ref={head}
      className={styles.head}
      style={{ '--a': authorToken(person.colour) } as React.CSSProperties}
      data-playing={present.place.isPlaying}
      data-person={present.person.id}
    >
      <span className={styles.line} />
      <span
        className={styles.name}
        title={presentWords(present, heard.trackId, people.clock.serverTime() ?? present.at)}
      >
        <Avatar person={person} size="small" />
        <span className={styles.word} aria-hidden>
          {person.name}
        </span>
      </span>
    </div>
  )
}
