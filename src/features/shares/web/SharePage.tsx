import { Music } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import type { ListedTrack } from '#features/tracks/web/list/track-list.ts'
import type { TrackMarks } from '#features/tracks/web/stage/track-marks.ts'
import { formatDate } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import type { Heard } from '#web/player/listening.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { frameStrings } from '#web/ui/frame/frame.strings.ts'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { Logo } from '#web/ui/mark/Logo.tsx'
import { ProjectCover } from '#web/ui/mark/ProjectCover.tsx'
import { VersionBadge } from '#web/ui/mark/VersionBadge.tsx'
import type { OpenDoor } from '../shares.contract.ts'
import styles from './Guest.module.css'
import { SharedPlayer } from './SharedPlayer.tsx'
import { SharedTracks } from './SharedTracks.tsx'
import { guestStrings } from './guest.strings.ts'
import type { SharedSound } from './use-shared-sound.ts'

/** Marks on the wave, and the list below it. */
export interface GuestNotes extends TrackMarks {
  readonly count: number
  readonly content: ReactNode
}

interface SharePageProps {
  readonly share: OpenDoor
  /** The guest's present name. */
  readonly name: string | null
  readonly project: ProjectDetails
  readonly tracks: readonly ListedTrack[]
  readonly queue: readonly Heard[]
  /** The selected track's version; undefined without a track. */
  readonly sound: SharedSound | undefined
  readonly onChoose: (trackId: string) => void
  readonly notes: GuestNotes | undefined
  /** Above the notes: the button for a new one. */
  readonly writeNote?: ReactNode
  readonly signInHref: string
  /** For members. */
  readonly projectHref: string | undefined
  readonly versions?: ReactNode
  /** Downloads and uploads. */
  readonly ways?: ReactNode
  /** Approve, or request changes. */
  readonly decision?: ReactNode
  readonly claim?: ReactNode
  readonly playerBar: ReactNode
  readonly transfers?: ReactNode
}

/** The page behind a share link, for people without an account. */
export function SharePage(props: SharePageProps) {
  const { share, name, sound, queue, tracks, onChoose, notes, writeNote, decision, playerBar, transfers } = props
  const hasAside = tracks.length > 1 || decision !== undefined
  return (
    <div className={styles.frame}>
      <div className={styles.scroll} data-page-scroller>
        <div className={styles.page}>
          <header className={styles.top}>
            <span className={styles.brand}>
              <Logo size={28} />
              {guestStrings.product}
            </span>
            <span className={styles.grow} />
            <span className={styles.who}>
              {name === null ? guestStrings.asGuest : text(guestStrings.asNamed, { name })}
            </span>
            {!share.guest.hasAccount && (
              <ButtonLink size="small" tone="quiet" href={props.signInHref}>
                {guestStrings.signIn}
              </ButtonLink>
            )}
          </header>
          <main>
            <Banners {...props} />
            <Head {...props} />
            <div className={classNames(styles.two, !hasAside && styles.single)}>
              {tracks.length > 1 && (
                <aside className={classNames(styles.card, styles.aside, styles.list)}>
                  <h2>{guestStrings.tracks}</h2>
                  <SharedTracks tracks={tracks} queue={queue} chosenId={sound?.listed.track.id} onChoose={onChoose} />
                </aside>
              )}
              <div className={styles.sound}>
                {sound ? (
                  <SharedPlayer sound={sound} queue={queue} notes={notes} />
                ) : (
                  <section className={styles.card}>
                    <EmptyState icon={Music} title={guestStrings.empty}>
                      {guestStrings.emptyWords}
                    </EmptyState>
                  </section>
                )}
              </div>
              {decision && <div className={classNames(styles.card, styles.aside, styles.decision)}>{decision}</div>}
              {notes && (
                <section className={styles.notes}>
                  <h2>
                    {guestStrings.notes}
                    {notes.count > 0 && <span className={styles.count}>{notes.count}</span>}
                  </h2>
                  <div className={styles.panel}>
                    {writeNote && <div className={styles.write}>{writeNote}</div>}
                    <div>{notes.content}</div>
                  </div>
                </section>
              )}
            </div>
          </main>
          <footer className={styles.foot}>
            {share.expiresAt !== null && (
              <span>{text(guestStrings.endsAt, { date: formatDate(share.expiresAt) })}</span>
            )}
            <span className={styles.grow} />
            <span>{guestStrings.hosted}</span>
          </footer>
        </div>
      </div>
      {transfers && (
        <section className={styles.transfers} aria-label={frameStrings.transfers}>
          {transfers}
        </section>
      )}
      <section className={styles.player} aria-label={frameStrings.player} data-player-bar>
        {playerBar}
      </section>
    </div>
  )
}

function Banners({ projectHref, claim }: SharePageProps) {
  return (
    <>
      {projectHref !== undefined && (
        <div className={styles.banner}>
          <span>{guestStrings.member}</span>
          <ButtonLink size="small" href={projectHref}>
            {guestStrings.openProject}
          </ButtonLink>
        </div>
      )}
      {claim}
    </>
  )
}

/** Cover, title, message and downloads. */
function Head({ share, project, sound, versions, ways, tracks }: SharePageProps) {
  const version = sound?.version
  const alone = tracks.length === 1 ? tracks[0] : undefined
  const title = sound ? (alone ?? sound.listed).track.title : project.name
  return (
    <div className={styles.head}>
      <ProjectCover id={project.id} size={136} />
      <div className={styles.title}>
        <div className={styles.names}>
          <div className={styles.facts}>
            {versions ?? (version && <VersionBadge number={version.number} current />)}
            <span>{sound ? project.name : guestStrings.title}</span>
            {version && <span className={styles.onWide}>· {formatDate(version.createdAt)}</span>}
            {share.sharedBy !== null && (
              <span className={styles.onWide}>· {text(guestStrings.from, { name: share.sharedBy })}</span>
            )}
          </div>
          <h1>{title}</h1>
        </div>
        {share.message !== '' && <p className={styles.message}>{share.message}</p>}
      </div>
      {ways && <div className={styles.ways}>{ways}</div>}
    </div>
  )
}
