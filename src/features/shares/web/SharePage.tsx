import { projectCoverUrl, trackCoverUrl } from '#features/projects/web/cover/cover-url.ts'
import { Download, Music, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import type { ListedTrack } from '#features/tracks/web/list/track-list.ts'
import { formatPastDay, formatDate } from '#web/i18n/format-date.ts'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { frameStrings } from '#web/ui/frame/frame.strings.ts'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { Logo } from '#web/ui/mark/Logo.tsx'
import { ProjectCover } from '#web/ui/mark/ProjectCover.tsx'
import { VersionBadge } from '#web/ui/mark/VersionBadge.tsx'
import type { OpenDoor } from '../shares.contract.ts'
import styles from './Guest.module.css'
import type { GuestNotes } from './guest-notes.ts'
import { GuestPlayer } from './GuestPlayer.tsx'
import { SharedTracks } from './SharedTracks.tsx'
import { guestStrings } from './guest.strings.ts'
import type { SharedSound } from './use-shared-sound.ts'

interface SharePageProps {
  readonly isPhone: boolean
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
  readonly approvedIds: ReadonlySet<string>
  readonly changesIds: ReadonlySet<string>
  readonly signInHref: string
  /** For members. */
  readonly projectHref: string | undefined
  /** A menu of versions. */
  readonly choice?: ReactNode
  /** The switch in the player, and what changed. */
  readonly versions?: ReactNode
  readonly sentence?: ReactNode
  /** Everything as one file; undefined if the link gives no downloads. */
  readonly onDownloadAll: (() => void) | undefined
  /** What Download all adds to the tracks. */
  readonly fileBytes: number
  /** The files that the link gives. */
  readonly files?: ReactNode
  /** Downloads of the selected track, and uploads. */
  readonly ways?: ReactNode
  /** Approve, or ask for changes. */
  readonly decision?: ReactNode
  /** On phones, in place of the decision: what stays at the foot. */
  readonly dock?: ReactNode
  readonly claim?: ReactNode
  readonly transfers?: ReactNode
}

/** The page behind a share link, for people without an account. */
export function SharePage(props: SharePageProps) {
  const { share, name, tracks, transfers, dock } = props
  const isAlbum = tracks.length > 1
  return (
    <div className={styles.frame}>
      <div className={styles.scroll} data-page-scroller>
        <div className={styles.page} data-album={isAlbum || undefined}>
          <header className={styles.top}>
            <span className={styles.brand}>
              <Logo size={28} />
              {guestStrings.product}
            </span>
            <span className={styles.grow} />
            <span className={styles.who}>
              {name === null || name === '' ? guestStrings.asGuest : text(guestStrings.asNamed, { name })}
            </span>
            {!share.guest.hasAccount && (
              <ButtonLink size="small" tone="quiet" href={props.signInHref}>
                {guestStrings.signIn}
              </ButtonLink>
            )}
          </header>
          <main>
            <Banners {...props} />
            {isAlbum ? <AlbumHead {...props} /> : <TrackHead {...props} />}
            {isAlbum ? (
              <div className={styles.cols}>
                <section className={styles.list}>
                  <SharedTracks
                    tracks={tracks}
                    queue={props.queue}
                    chosenId={props.sound?.listed.track.id}
                    noteCounts={props.project.openNoteCounts}
                    approvedIds={props.approvedIds}
                    changesIds={props.changesIds}
                    onChoose={props.onChoose}
                  />
                </section>
                <Selected {...props} />
              </div>
            ) : (
              <Selected {...props} />
            )}
            {props.files}
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
      {dock && (
        <section className={styles.dock} aria-label={guestStrings.dock} data-player-bar>
          {dock}
        </section>
      )}
    </div>
  )
}

/** The player with the selected track's notes, and the decision beside the field. */
function Selected(props: SharePageProps) {
  const { sound, queue, notes, tracks, choice, versions, sentence, decision, ways, isPhone } = props
  const isAlbum = tracks.length > 1
  if (!sound)
    return (
      <EmptyState icon={Music} title={guestStrings.empty}>
        {guestStrings.emptyWords}
      </EmptyState>
    )
  // Beside the title of a single track, unless that would come before the player.
  const hasWays = (isAlbum || isPhone) && Boolean(ways)
  const waysHere = hasWays && <Ways {...props} />
  return (
    <div className={styles.selected}>
      <div className={styles.player}>
        <GuestPlayer
          sound={sound}
          queue={queue}
          notes={notes}
          withTitle={isAlbum}
          choice={choice}
          versions={versions}
          sentence={sentence}
        />
      </div>
      <div className={classNames(styles.two, !decision && !hasWays && styles.single)}>
        {isPhone && decision}
        {notes && (
          <section
            className={styles.notes}
            aria-label={text(guestStrings.notesOn, { title: sound.listed.track.title })}
          >
            {notes.content}
          </section>
        )}
        {isPhone
          ? waysHere
          : (decision || hasWays) && (
              <aside className={styles.decision}>
                {decision}
                {waysHere}
              </aside>
            )}
      </div>
    </div>
  )
}

/** Downloads and uploads of the selected track; of a single one with its files, everything at once as well. */
function Ways({ ways, tracks, onDownloadAll, fileBytes }: SharePageProps) {
  const [only] = tracks
  return (
    <div className={styles.ways}>
      {ways}
      {tracks.length === 1 && only?.current && onDownloadAll && fileBytes > 0 && (
        <DownloadAll sizeBytes={only.current.sizeBytes + fileBytes} onDownload={onDownloadAll} />
      )}
    </div>
  )
}

function DownloadAll({ sizeBytes, onDownload }: { readonly sizeBytes: number; readonly onDownload: () => void }) {
  return (
    <Button size="large" icon={Download} onClick={onDownload}>
      {guestStrings.downloadAll} <span className={styles.size}>{formatBytes(sizeBytes)}</span>
    </Button>
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

/** Cover, title, message, and everything at once. */
function AlbumHead({ share, project, tracks, queue, onChoose, onDownloadAll, fileBytes }: SharePageProps) {
  const currents = tracks.flatMap(({ current }) => current ?? [])
  const seconds = currents.reduce((sum, { report }) => sum + (report?.format.durationSeconds ?? 0), 0)
  const bytes = currents.reduce((sum, { sizeBytes }) => sum + sizeBytes, fileBytes)
  const [first] = queue
  const playAll = () => {
    if (!first) return
    onChoose(first.trackId)
    listening.hear(first, { at: 0, queue })
  }
  return (
    <div className={styles.head} data-album>
      <span className={styles.cover}>
        <ProjectCover id={share.coverSeed} imageUrl={projectCoverUrl(project)} size="fill" />
      </span>
      <div className={styles.title}>
        <div className={styles.names}>
          <h1>{project.name}</h1>
          <div className={styles.facts}>
            {share.sharedBy !== null && <span>{text(guestStrings.from, { name: share.sharedBy })}</span>}
            <span>{text(guestStrings.trackCount, { count: tracks.length })}</span>
            {seconds > 0 && <span>{formatDuration(seconds)}</span>}
          </div>
        </div>
        {share.message !== '' && <p className={styles.message}>{share.message}</p>}
        <div className={styles.acts}>
          {first && (
            <Button size="large" icon={Play} onPointerEnter={listening.prepare} onClick={playAll}>
              {guestStrings.playAll}
            </Button>
          )}
          {onDownloadAll && currents.length > 0 && <DownloadAll sizeBytes={bytes} onDownload={onDownloadAll} />}
        </div>
      </div>
    </div>
  )
}

function TrackHead(props: SharePageProps) {
  const { share, project, sound, choice, ways, isPhone } = props
  const version = sound?.version
  return (
    <div className={styles.head}>
      <span className={styles.cover}>
        <ProjectCover
          id={share.coverSeed}
          imageUrl={sound ? trackCoverUrl(project, sound.listed.track) : projectCoverUrl(project)}
          size="fill"
        />
      </span>
      <div className={styles.title}>
        <div className={styles.names}>
          <div className={styles.facts}>
            {choice ?? (version && <VersionBadge number={version.number} current />)}
            {version && (
              <span>
                {share.sharedBy === null
                  ? formatPastDay(version.createdAt)
                  : text(guestStrings.fromOn, { name: share.sharedBy, date: formatPastDay(version.createdAt) })}
              </span>
            )}
          </div>
          <h1>{sound ? sound.listed.track.title : project.name}</h1>
        </div>
        {share.message !== '' && <p className={styles.message}>{share.message}</p>}
      </div>
      {ways && !isPhone && <Ways {...props} />}
    </div>
  )
}
