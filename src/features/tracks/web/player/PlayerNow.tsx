import { Music } from 'lucide-react'
import { formatDecibels } from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'
import type { Heard, HeardCompared } from '#web/player/listening.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { ProjectCover } from '#web/ui/mark/ProjectCover.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import { VersionBadge } from '#web/ui/mark/VersionBadge.tsx'
import { PlayerClock } from './PlayerClock.tsx'
import { lineLost } from './line-lost.ts'
import { playerStrings } from './player.strings.ts'
import styles from './PlayerBar.module.css'

interface PlayerNowProps {
  readonly heard: Heard
  /** Opens the full-screen player, where the bar has not space for all. */
  readonly onOpen: (() => void) | undefined
}

/** The title on the first line; version and project, or a playback error, on the second. */
export function PlayerNow({ heard, onOpen }: PlayerNowProps) {
  const { projectTitle, trackTitle, versionNumber, href, compared } = heard
  const trouble = useTrouble()
  const said = trouble.words ?? (compared ? comparedWords(compared) : projectTitle)
  return (
    <div className={styles.what}>
      {onOpen ? (
        <button
          type="button"
          className={styles.opening}
          aria-haspopup="dialog"
          aria-label={playerStrings.openFull}
          onClick={onOpen}
        >
          <PlayerCover heard={heard} />
        </button>
      ) : (
        <UiLink href={href} className={styles.art} tabIndex={-1} aria-hidden>
          <PlayerCover heard={heard} />
        </UiLink>
      )}
      <div className={styles.words}>
        <UiLink href={href} className={styles.title} title={trackTitle}>
          {trackTitle}
        </UiLink>
        <span className={styles.line}>
          {!heard.isVeiled && <VersionBadge number={versionNumber} current />}
          {trouble.bad ? (
            <span className={styles.trouble} role="alert" title={trouble.words}>
              {trouble.words}
            </span>
          ) : (
            <span className={styles.project} data-said={trouble.words !== undefined || undefined} title={said}>
              {said}
            </span>
          )}
          <span className={styles.time}>
            <PlayerClock small />
          </span>
        </span>
      </div>
    </div>
  )
}

/** Placeholder for cover, title and second line. */
export function NothingPlaying({ isTight }: { readonly isTight: boolean }) {
  return (
    <div className={styles.what}>
      {isTight ? (
        <button type="button" className={styles.opening} aria-label={playerStrings.openFull} disabled>
          <NoCover />
        </button>
      ) : (
        <NoCover />
      )}
      <div className={styles.words}>
        <span className={styles.none}>{playerStrings.nothing}</span>
        <span className={styles.line}>
          <span className={styles.none}>{playerStrings.nothingYet}</span>
        </span>
      </div>
    </div>
  )
}

function NoCover() {
  return (
    <span className={styles.empty} aria-hidden>
      <Icon of={Music} size={14} />
    </span>
  )
}

/** In a comparison, the letter of the audible source replaces the cover. */
export function PlayerCover({ heard: { projectId, coverUrl, compared, isVeiled } }: { readonly heard: Heard }) {
  if (!compared || compared.isDifference || isVeiled)
    return <ProjectCover id={projectId} imageUrl={coverUrl} size={40} />
  return <span className={styles.letter}>{compared.letter}</span>
}

function comparedWords({ gain, letter, isDifference }: HeardCompared): string {
  if (isDifference) return playerStrings.difference
  return gain === 0
    ? playerStrings.asRendered
    : text(playerStrings.turnedDown, { letter, gain: formatDecibels(Math.abs(gain)) })
}

/** Why there is no sound, if so. */
export function useTrouble(): { readonly words: string | undefined; readonly bad: boolean } {
  const { failed } = useListening()
  const { phase, error, isRetrying, wantsToPlay } = useListeningSnapshot()
  if (failed) return { words: playerStrings.codeFailed, bad: true }
  if (phase === 'failed' && error) return { words: playerStrings.failures[error.kind], bad: true }
  if (isRetrying) return { words: playerStrings[lineLost(phase, wantsToPlay)], bad: false }
  if (phase === 'stalled') return { words: playerStrings.stalled, bad: false }
  return { words: phase === 'loading' && wantsToPlay ? playerStrings.loadingSound : undefined, bad: false }
}
