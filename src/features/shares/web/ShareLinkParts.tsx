import { ChevronDown, Eye, Globe, Lock } from 'lucide-react'
import { formatDate, formatPastDay } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { LinkToCopy } from '#web/ui/form/LinkToCopy.tsx'
import { Switch } from '#web/ui/form/Switch.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { Share, ShareWhat } from '../shares.contract.ts'
import styles from './ShareDialog.module.css'
import type { Shareable } from './share-target.ts'
import { isGuarded, isUsedUp } from './share-words.ts'
import { shareStrings as strings } from './shares.strings.ts'
import type { LinkChange } from './use-link-changes.ts'

export interface LinkParts {
  readonly project: Shareable
  /** As it will be when every change is saved. */
  readonly link: Share
  readonly onChange: (change: LinkChange) => void
}

/** Which versions the link plays. */
export function ShareReachMenu({ project, link: { what }, onChange }: LinkParts) {
  const trackId = what.kind === 'version' ? what.trackId : what.kind === 'tracks' ? what.trackIds[0] : undefined
  const isOneTrack = what.kind === 'version' || (what.kind === 'tracks' && what.trackIds.length === 1)
  const versions = isOneTrack ? project.versions.filter((one) => one.trackId === trackId) : []
  const value = what.kind === 'version' ? what.versionId : what.latestOnly ? 'newest' : 'all'
  const options = [
    { value: 'newest', label: isOneTrack ? strings.reach.newest : strings.reach.newestOfEach },
    { value: 'all', label: strings.reach.all },
    ...versions.map(({ id, number }) => ({ value: id, label: text(strings.reach.one, { number }) })),
  ]
  const choose = (next: string) => onChange({ what: reachOf(what, next, trackId) })
  return (
    <Menu entries={[{ kind: 'choice', value, options, onValueChange: choose }]}>
      <Button size="small" tone="quiet" iconAfter={ChevronDown} className={styles.reach}>
        {options.find((one) => one.value === value)?.label ?? strings.reach.gone}
      </Button>
    </Menu>
  )
}

function reachOf(what: ShareWhat, next: string, trackId: string | undefined): ShareWhat {
  const latestOnly = next === 'newest'
  if (what.kind === 'project') return { ...what, latestOnly }
  if (next !== 'newest' && next !== 'all' && trackId !== undefined) return { kind: 'version', trackId, versionId: next }
  return what.kind === 'tracks' ? { ...what, latestOnly } : { kind: 'tracks', trackIds: [what.trackId], latestOnly }
}

/** The link with its one button, who can open it, and what they can do. */
export function ShareLinkBody({ project, link, onChange }: LinkParts) {
  const { may, url } = link
  const switched = (name: keyof typeof may) => (on: boolean) => onChange({ may: { ...may, [name]: on } })
  const mayGiveDownloads = project.mayDownload || may.download
  return (
    <>
      {url === null ? (
        <p className={styles.sentence}>{strings.noUrl}</p>
      ) : (
        <LinkToCopy label={strings.link} url={url} />
      )}
      <p className={styles.sentence}>
        <Icon of={isGuarded(link) ? Lock : Globe} size={14} />
        <span>{whoCanOpen(link)}</span>
      </p>
      <div className={styles.switches}>
        <Switch checked={may.comment} onCheckedChange={switched('comment')} help={strings.help.comment}>
          {strings.mays.comment}
        </Switch>
        <Switch checked={may.approve} onCheckedChange={switched('approve')} help={strings.help.approve}>
          {strings.mays.approve}
        </Switch>
        <Switch
          checked={may.download}
          disabled={!mayGiveDownloads}
          onCheckedChange={switched('download')}
          help={mayGiveDownloads ? downloadHelp(may) : strings.noDownload}
        >
          {strings.mays.download}
        </Switch>
      </div>
    </>
  )
}

function downloadHelp({ download, original }: Share['may']): string {
  if (!download) return strings.help.noDownload
  return original === false ? strings.help.downloadMp3 : strings.help.download
}

/** One sentence that is always true. */
function whoCanOpen(link: Share): string {
  const { person, hasPassword, startsAt, expiresAt, state, opened, lastSeenAt, createdAt } = link
  const who = link.addresses
    ? text(strings.who.code, { count: link.addresses.length })
    : hasPassword
      ? strings.who.password
      : strings.who.anyone
  const until = expiresAt === null ? undefined : text(strings.who.until, { date: formatDate(expiresAt) })
  const when =
    state === 'expired'
      ? strings.who.expired
      : state === 'not-yet' && startsAt !== null
        ? [text(strings.who.from, { date: formatDate(startsAt) }), until].filter(Boolean).join(' ')
        : until
  const seen =
    opened > 0 && lastSeenAt !== null
      ? text(strings.who.opened, { count: opened, when: formatPastDay(lastSeenAt) })
      : Date.now() - createdAt < 60_000
        ? strings.who.justCreated
        : text(strings.who.notOpened, { when: formatPastDay(createdAt) })
  return [
    person !== null && text(strings.who.person, { person }),
    who,
    isUsedUp(link) && strings.who.usedUp,
    when,
    seen,
  ]
    .filter(Boolean)
    .join(' ')
}

interface LinkFootProps {
  readonly url: string | null
  readonly word: string | undefined
  readonly onClose: () => void
}

export function ShareLinkFoot({ url, word, onClose }: LinkFootProps) {
  return (
    <>
      {url !== null && (
        <Button tone="quiet" icon={Eye} className={styles.view} onClick={() => window.open(url, '_blank', 'noopener')}>
          {strings.view}
        </Button>
      )}
      <span role="status" className={styles.word}>
        {word}
      </span>
      <Button onClick={onClose}>{strings.done}</Button>
    </>
  )
}
